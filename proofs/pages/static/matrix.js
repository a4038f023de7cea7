/* Filter the matrix: by name, family, scope, and by properties that a metric has or lacks.
   The choice is kept in the address, so that a link shows the same rows. */
"use strict";
(function () {
  const HAS = { "": ["held", "proved"], every: ["proved"], small: ["held"] };
  const LACKS = { "": ["fails", "fails-on"], every: ["fails-on"], small: ["fails"] };
  const table = document.getElementById("matrix");
  const form = document.getElementById("filter");
  const heads = Array.from(table.tHead.rows[0].cells).slice(1);
  const places = new Map(heads.map((head, at) => [head.dataset.axiom, at]));
  const titles = new Map(heads.map((head) => [head.dataset.axiom, head.textContent.trim()]));
  const rows = Array.from(table.tBodies[0].rows).map((row) => ({
    row: row,
    name: row.cells[0].textContent.trim().toLowerCase(),
    title: (row.cells[0].firstElementChild.title || "").toLowerCase(),
    family: row.dataset.family,
    marks: Array.from(row.cells).slice(1).map((cell) => cell.className),
  }));
  const status = document.getElementById("status");
  const control = (id) => document.getElementById(id);
  let chosen = new Map();

  function listed(words) {
    return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words[words.length - 1];
  }
  function said(shown) {
    const of = (way) => Array.from(chosen).filter((one) => one[1] === way).map((one) => titles.get(one[0]));
    const parts = [];
    if (of("has").length) parts.push("have " + listed(of("has")));
    if (of("lacks").length) parts.push("lack " + listed(of("lacks")));
    const what = parts.length ? " " + parts.join(" and ") : " shown";
    return shown + " of " + rows.length + what + ".";
  }
  function fits(one, wanted, name, family) {
    if (family && one.family !== family) return false;
    if (name && !one.name.includes(name) && !one.title.includes(name)) return false;
    return wanted.every((want) => want.marks.includes(one.marks[want.at]));
  }
  function show() {
    const scope = control("scope").value;
    const wanted = Array.from(chosen, ([axiom, way]) => ({
      at: places.get(axiom), marks: (way === "has" ? HAS : LACKS)[scope],
    }));
    const name = control("name").value.trim().toLowerCase();
    const family = control("family") ? control("family").value : "";
    let shown = 0;
    for (const one of rows) {
      const keep = fits(one, wanted, name, family);
      if (one.row.hidden === keep) one.row.hidden = !keep;
      shown += keep;
    }
    for (const head of heads) {
      const way = chosen.get(head.dataset.axiom) || "";
      head.className = way;
      head.firstElementChild.setAttribute("aria-pressed", way ? "true" : "false");
    }
    status.textContent = said(shown);
    chips();
  }
  function chips() {
    const list = document.getElementById("chips");
    list.replaceChildren(...Array.from(chosen, ([axiom, way]) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      item.className = way;
      button.type = "button";
      button.textContent = way + " " + titles.get(axiom) + " ×";
      button.setAttribute("aria-label", "Remove: " + way + " " + titles.get(axiom));
      button.addEventListener("click", () => { chosen.delete(axiom); changed(); control("property").focus(); });
      item.append(button);
      return item;
    }));
  }
  function remember() {
    const words = new URLSearchParams();
    for (const way of ["has", "lacks"]) {
      const names = Array.from(chosen).filter((one) => one[1] === way).map((one) => one[0]);
      if (names.length) words.set(way, names.join(","));
    }
    for (const id of ["name", "family", "scope"]) {
      if (control(id) && control(id).value) words.set(id, control(id).value);
    }
    history.replaceState(null, "", "#" + words.toString().replaceAll("%2C", ","));
  }
  function recall() {
    const words = new URLSearchParams(location.hash.slice(1));
    chosen = new Map();
    for (const way of ["has", "lacks"]) {
      for (const name of (words.get(way) || "").split(",")) if (places.has(name)) chosen.set(name, way);
    }
    for (const id of ["name", "family", "scope"]) {
      if (control(id)) control(id).value = words.get(id) || "";
    }
  }
  function changed() { show(); remember(); }

  /* Columns keep their widths, so that hiding rows does not measure every cell again. */
  function freeze() {
    const cells = Array.from(table.tHead.rows[0].cells);
    const widths = cells.map((cell) => Math.ceil(cell.getBoundingClientRect().width));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    cells.forEach((cell, at) => { cell.style.width = widths[at] + "px"; });
    table.style.width = whole + "px";
    table.style.tableLayout = "fixed";
  }

  freeze();
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    chosen.set(control("property").value, control("way").value);
    changed();
  });
  form.addEventListener("input", (event) => {
    if (["name", "family", "scope"].includes(event.target.id)) changed();
  });
  control("clear").addEventListener("click", () => { chosen.clear(); form.reset(); changed(); });
  for (const head of heads) {
    head.firstElementChild.addEventListener("click", () => {
      const axiom = head.dataset.axiom;
      const now = chosen.get(axiom);
      if (!now) chosen.set(axiom, "has");
      else if (now === "has") chosen.set(axiom, "lacks");
      else chosen.delete(axiom);
      changed();
    });
  }
  addEventListener("hashchange", () => { recall(); show(); });
  recall();
  if (location.hash.length > 1) show();
})();
