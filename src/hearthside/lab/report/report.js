"use strict";
// Draws the charts, sorts tables by a click on a column's name, and finds rows.
(async () => {
  const { config, specs } = JSON.parse(document.getElementById("charts").textContent);
  config.axis.labelLimit = innerWidth < 560 ? 128 : 240;
  await Promise.allSettled(["14px 'Alegreya Sans'", "500 14px 'Alegreya Sans'"].map((font) => document.fonts.load(font)));
  for (const [n, spec] of specs.entries()) {
    const place = document.getElementById(`chart-${n + 1}`);
    await vegaEmbed(place, spec, { config, actions: false, renderer: "svg", tooltip: { theme: "page", disableDefaultStyle: true } });
    place.removeAttribute("role"); // what Vega drew says the same, and its marks besides
    place.removeAttribute("aria-label");
  }
  document.documentElement.dataset.drawn = specs.length;
})();

const key = (row, n) => {
  const cell = row.cells[n];
  return cell.dataset.key ?? cell.textContent;
};
for (const table of document.querySelectorAll("main table")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, n) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const number = head.classList.contains("number");
      const down = head.getAttribute("aria-sort") === (number ? "descending" : "ascending");
      const way = down === number ? 1 : -1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
      const value = (text) => (Number.isNaN(parseFloat(text)) ? -Infinity : parseFloat(text));
      const rows = [...body.rows].map((row) => [row, key(row, n)]);
      rows.sort(([, a], [, b]) => way * (number ? value(a) - value(b) : a.localeCompare(b)));
      body.append(...rows.map(([row]) => row));
    });
  });
}
for (const find of document.querySelectorAll('input[type="search"]')) {
  const rows = find.parentElement.querySelector("tbody").rows;
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
  });
}
