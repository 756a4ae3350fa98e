/** The sign of a seat in a chart, around a point: round, diamond, square, hexagon, shield. */
export const mark = (seat: number, x: number, y: number): string =>
  [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z`,
    `M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5-5.5Z`,
    `M${x - 4} ${y - 4}h8v8h-8Z`,
    `M${x} ${y - 5}l4.6 2.6v5l-4.6 2.6l-4.6-2.6v-5Z`,
    `M${x - 4.5} ${y - 4.5}h9v5l-4.5 5l-4.5-5Z`,
  ][seat % 5]
