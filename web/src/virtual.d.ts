declare module 'virtual:icons' {
  const version: string
  export default version
}
declare module '*.svg?raw' {
  const text: string
  export default text
}
