declare module 'virtual:icons' {
  const bodies: Record<string, string>
  export default bodies
}
declare module '*.svg?raw' {
  const text: string
  export default text
}
