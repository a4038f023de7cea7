/* Drag documents or grades; all values are asked for again whenever anything changes. */
"use strict";
(function () {
  const at = (name) => document.getElementById(name);
  const SVG = "http://www.w3.org/2000/svg";
  const STEP = 40; /* height of a document and the gap below it, in pixels, measured again when drawn */
  const SIMPLE = 9, LONG = 150; /* characters of a value that its formula says as well, and that are many */
  const chosen = JSON.parse(at("shown").textContent);
  const state = {
    kind: "rankings", left: [1, 2, 3, 4, 5, 6], right: [2, 1, 4, 3, 6, 5],
    retrieved: [2, 0, 1, 0], missed: [1, 2],
  };
  const numbers = (n) => Array.from({ length: n }, (_, i) => i + 1);
  function shuffled(list) {
    const made = [...list];
    for (let i = made.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [made[i], made[j]] = [made[j], made[i]];
    }
    return made;
  }
  const made = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  /* Values --------------------------------------------------------------------------------- */
  let asking = false, again = false, last = new Map();
  function request() {
    const parameters = {};
    for (const name of ["k", "p"]) if (at(name).value.trim()) parameters[name] = at(name).value.trim();
    const fields = { kind: state.kind, metrics: chosen[state.kind], parameters };
    if (state.kind === "rankings") return { ...fields, reference: state.left, ranking: state.right };
    const counts = Array.from({ length: Number(at("c").value) + 1 }, (_, g) => state.missed.filter((x) => x === g).length);
    return { ...fields, grades: state.retrieved, unretrieved: counts };
  }
  async function refresh() {
    if (asking) { again = true; return; }
    asking = true;
    at("values").setAttribute("aria-busy", "true");
    const fields = request();
    if (fields.metrics.length) {
      let said;
      try { said = await live.send("/api/values", fields); } catch (_) { said = { error: "The server does not answer." }; }
      if (said.result && fields.kind === state.kind) {
        at("status").textContent = "";
        table(said.result.rows);
        if (said.result.curve) curve(said.result.curve);
      } else if (!said.result) failed(fields.metrics, said);
    } else table([]);
    asking = false;
    if (again) { again = false; refresh(); } else at("values").setAttribute("aria-busy", "false");
  }
  /* No value is left to be taken for one of what is shown now. */
  function failed(metrics, said) {
    live.say(at("status"), said);
    table(metrics.map((metric) => ({ metric, exact: "", approx: "", why: live.told(said) })));
    at("curve").replaceChildren();
    at("curve").setAttribute("aria-label", "The point curve");
    at("curve-text").textContent = "The point curve and its area";
  }
  /* A long value is cut to a few lines, unless the reader wants all of it. */
  let whole = false;
  function written(value, isReason) {
    const text = document.createElement(isReason ? "span" : "code");
    text.textContent = value;
    if (isReason || value.length <= LONG) return text;
    const both = document.createElement("span");
    const more = document.createElement("button");
    more.type = "button";
    more.textContent = whole ? "Less" : "All of it";
    more.addEventListener("click", () => { whole = !whole; table(shownRows); });
    text.classList.toggle("cut", !whole);
    both.append(text, more);
    return both;
  }
  let shownRows = [];
  function table(rows) {
    shownRows = rows;
    const body = at("values");
    body.replaceChildren();
    const now = new Map();
    for (const row of rows) {
      const line = document.createElement("tr");
      const shown = row.approx || row.exact || "–";
      const head = document.createElement("th");
      head.scope = "row"; head.textContent = row.metric;
      const about = document.createElement("td");
      about.className = "number"; about.textContent = shown;
      const exact = document.createElement("td");
      exact.className = "exact";
      const formula = row.math && new DOMParser().parseFromString(row.math, "text/html").querySelector("math");
      if (formula) exact.append(document.importNode(formula, true), " ");
      exact.dataset.exact = row.exact;
      if (!formula || row.exact.length > SIMPLE) exact.append(written(row.why || row.exact, Boolean(row.why)));
      if (last.has(row.metric) && last.get(row.metric) !== row.exact + row.why) about.classList.add("changed");
      now.set(row.metric, row.exact + row.why);
      const remove = document.createElement("button");
      remove.type = "button"; remove.textContent = "×"; remove.setAttribute("aria-label", "Remove " + row.metric);
      remove.addEventListener("click", () => {
        chosen[state.kind] = chosen[state.kind].filter((name) => name !== row.metric);
        refresh();
      });
      const end = document.createElement("td");
      end.append(remove);
      line.append(head, about, exact, end);
      body.append(line);
    }
    last = now;
    setTimeout(() => { for (const cell of body.querySelectorAll(".changed")) cell.classList.remove("changed"); }, 700);
  }
  function curve(found) {
    const svg = at("curve"), width = 360, height = 150, side = 28;
    const points = [0, ...found.point], n = points.length - 1;
    const top = Math.max(1, ...points), bottom = Math.min(0, ...points);
    const x = (i) => side + (i * (width - 2 * side)) / Math.max(1, n);
    const y = (v) => 14 + ((top - v) * (height - 34)) / (top - bottom);
    const path = points.map((v, i) => (i ? "L" : "M") + x(i).toFixed(1) + " " + y(v).toFixed(1)).join("");
    svg.replaceChildren(
      made("path", { class: "curve-area", d: path + "L" + x(n).toFixed(1) + " " + y(0).toFixed(1) + "L" + x(0).toFixed(1) + " " + y(0).toFixed(1) + "Z" }),
      made("path", { class: "axis", d: "M" + x(0) + " " + y(0) + "L" + x(n) + " " + y(0) }),
      made("path", { class: "curve-line", d: path }),
      made("text", { x: 4, y: y(top) + 4, "font-size": 11, class: "faint" }, String(top)),
      made("text", { x: width - side + 6, y: y(0) + 4, "font-size": 11, class: "faint" }, "n"),
    );
    const area = found.area[found.area.length - 1];
    svg.setAttribute("aria-label", "The point curve: " + found.point.join(", ") + "; area " + area);
    at("curve-text").textContent = "The point curve of τ against σ; its area is " + area + ".";
  }

  /* Two rankings --------------------------------------------------------------------------- */
  const columns = at("columns");
  const lists = {};
  for (const [side, name, column] of [["left", "σ, the reference", 1], ["right", "τ", 3]]) {
    const heading = document.createElement("p");
    heading.className = "heading"; heading.textContent = side === "left" ? "σ" : "τ";
    heading.style.gridColumn = column; heading.style.gridRow = 1;
    const list = document.createElement("ol");
    list.setAttribute("aria-label", name);
    list.style.gridColumn = column; list.style.gridRow = 2;
    list.dataset.side = side;
    lists[side] = list;
    columns.append(heading, list);
  }
  const strands = made("svg", { "aria-hidden": "true", class: "drawing" });
  const between = document.createElement("div");
  between.className = "strands";
  between.append(strands);
  columns.append(between);
  function button(text, label) {
    const item = document.createElement("li");
    const inner = document.createElement("button");
    inner.type = "button"; inner.className = "document"; inner.textContent = text;
    inner.setAttribute("aria-label", label);
    item.append(inner);
    return item;
  }
  function column(side, focus) {
    const list = lists[side], n = state[side].length;
    list.replaceChildren(...state[side].map((item, place) => {
      const made = button(item, "Document " + item + ", place " + (place + 1) + " of " + n + " in " + (side === "left" ? "σ" : "τ"));
      made.dataset.item = item;
      return made;
    }));
    if (focus !== undefined) list.children[focus].firstChild.focus();
  }
  function lines() {
    const height = lists.left.offsetHeight, step = height / Math.max(1, state.left.length);
    strands.setAttribute("viewBox", "0 0 100 " + Math.max(1, height));
    strands.setAttribute("preserveAspectRatio", "none");
    strands.replaceChildren(...state.left.map((item, place) => {
      const other = state.right.indexOf(item);
      const ends = "M3 " + ((place + 0.42) * step).toFixed(1) + "L97 " + ((other + 0.42) * step).toFixed(1);
      return made("path", { d: ends, class: "strand" + (place === other ? "" : " crossed"), "vector-effect": "non-scaling-stroke" });
    }));
  }
  function rankings(focus) {
    column("left"); column("right");
    if (focus) lists[focus.side].children[focus.place].firstChild.focus();
    lines();
  }
  function moved(side, from, to) {
    const list = state[side];
    if (to < 0 || to >= list.length || to === from) return false;
    list.splice(to, 0, ...list.splice(from, 1));
    return true;
  }
  columns.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const list = event.target.closest("ol");
    if (!by || !list) return;
    event.preventDefault();
    const from = [...list.children].indexOf(event.target.closest("li"));
    if (moved(list.dataset.side, from, from + by)) {
      rankings({ side: list.dataset.side, place: from + by });
      refresh();
    }
  });
  columns.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("li");
    if (!item || event.button) return;
    const list = item.parentElement, side = list.dataset.side;
    const dragged = item.firstChild;
    dragged.classList.add("dragged");
    columns.setPointerCapture(event.pointerId);
    const move = (now) => {
      const box = list.getBoundingClientRect(), step = box.height / list.children.length || STEP;
      const from = [...list.children].indexOf(item);
      if (from < 0 || now.pointerId !== event.pointerId) return;
      const to = Math.max(0, Math.min(list.children.length - 1, Math.floor((now.clientY - box.top) / step)));
      if (!moved(side, from, to)) return;
      list.insertBefore(item, to > from ? list.children[to].nextSibling : list.children[to]);
      lines();
      refresh();
    };
    const up = () => {
      columns.removeEventListener("pointermove", move);
      columns.removeEventListener("pointerup", up);
      columns.removeEventListener("pointercancel", up);
      dragged.classList.remove("dragged");
      rankings(list.contains(item) ? { side, place: [...list.children].indexOf(item) } : undefined);
    };
    columns.addEventListener("pointermove", move);
    columns.addEventListener("pointerup", up);
    columns.addEventListener("pointercancel", up);
  });

  /* A judged list -------------------------------------------------------------------------- */
  const board = at("lists-board");
  const shelves = { retrieved: at("retrieved"), missed: at("missed") };
  function graded(focus) {
    for (const [name, shelf] of Object.entries(shelves)) {
      shelf.replaceChildren(...state[name].map((grade, place) => {
        const label = "Grade " + grade + (name === "retrieved" ? ", place " + (place + 1) : ", not retrieved");
        const item = button(grade, label);
        item.firstChild.classList.add("grade" + Math.min(grade, 3));
        return item;
      }));
    }
    if (focus && shelves[focus.name].children[focus.place]) shelves[focus.name].children[focus.place].firstChild.focus();
  }
  const shelfOf = (element) => (shelves.retrieved.contains(element) ? "retrieved" : "missed");
  board.addEventListener("keydown", (event) => {
    const item = event.target.closest("li");
    if (!item) return;
    const name = shelfOf(item), place = [...item.parentElement.children].indexOf(item), list = state[name];
    const top = Number(at("c").value);
    let focus = null;
    if (/^\d$/.test(event.key) && Number(event.key) <= top) {
      list[place] = Number(event.key);
      focus = { name, place };
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const to = place + (event.key === "ArrowLeft" ? -1 : 1);
      if (moved(name, place, to)) focus = { name, place: to };
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const other = name === "retrieved" ? "missed" : "retrieved";
      state[other].push(...list.splice(place, 1));
      focus = { name: other, place: state[other].length - 1 };
    } else if (event.key === "Delete" && name === "retrieved") {
      state.missed.push(...list.splice(place, 1));
      focus = { name: "missed", place: state.missed.length - 1 };
    } else if (event.key === "Delete") {
      list.splice(place, 1);
      focus = { name, place: Math.max(0, place - 1) };
    }
    if (!focus) return;
    event.preventDefault();
    graded(focus);
    refresh();
  });
  board.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("li");
    if (!item || event.button) return;
    let travelled = false;
    const begin = [event.clientX, event.clientY];
    item.firstChild.classList.add("dragged");
    board.setPointerCapture(event.pointerId);
    const move = (now) => {
      if (Math.hypot(now.clientX - begin[0], now.clientY - begin[1]) > 6) travelled = true;
      if (!travelled || !board.contains(item) || now.pointerId !== event.pointerId) return;
      const over = document.elementFromPoint(now.clientX, now.clientY);
      const shelf = over && over.closest(".graded");
      if (!shelf) return;
      const other = over.closest("li");
      if (other === item) return;
      const before = other && now.clientX < other.getBoundingClientRect().left + other.offsetWidth / 2;
      if (!other && item.parentElement === shelf) return;
      shelf.insertBefore(item, other ? (before ? other : other.nextSibling) : null);
      read();
    };
    const read = () => {
      for (const [name, shelf] of Object.entries(shelves)) state[name] = [...shelf.children].map((one) => Number(one.textContent));
      refresh();
    };
    const up = () => {
      board.removeEventListener("pointermove", move);
      board.removeEventListener("pointerup", up);
      board.removeEventListener("pointercancel", up);
      if (!board.contains(item)) return;
      const name = shelfOf(item), place = [...item.parentElement.children].indexOf(item);
      if (!travelled) {
        state[name][place] = (state[name][place] + 1) % (Number(at("c").value) + 1);
        refresh();
      }
      graded({ name, place });
    };
    board.addEventListener("pointermove", move);
    board.addEventListener("pointerup", up);
    board.addEventListener("pointercancel", up);
  });

  /* The rest of the page ------------------------------------------------------------------- */
  function show(kind) {
    state.kind = kind;
    for (const name of ["rankings", "lists"]) {
      at(name + "-board").hidden = name !== kind;
      at("tab-" + name).toggleAttribute("aria-current", name === kind);
      if (name === kind) at("tab-" + name).setAttribute("aria-current", "page");
    }
    at("grades").hidden = kind !== "lists";
    for (const name of ["size", "k"]) at(name).parentElement.hidden = kind !== "rankings";
    at("metric").setAttribute("list", kind + "-metrics");
    last = new Map();
    if (kind === "rankings") rankings(); else graded();
    refresh();
  }
  function each(change) {
    if (state.kind === "rankings") { state.right = change(state.right); rankings(); }
    else { state.retrieved = change(state.retrieved); graded(); }
    refresh();
  }
  at("shuffle").addEventListener("click", () => each(shuffled));
  at("reverse").addEventListener("click", () => each((list) => [...list].reverse()));
  at("sorted").addEventListener("click", () => each((list) => (state.kind === "rankings" ? [...state.left] : [...list].sort((a, b) => b - a))));
  at("size").addEventListener("change", () => {
    const n = Math.max(1, Math.min(30, Math.round(Number(at("size").value)) || 1));
    at("size").value = n;
    state.left = numbers(n);
    state.right = shuffled(numbers(n));
    rankings();
    refresh();
  });
  at("c").addEventListener("change", () => {
    const c = Math.max(1, Math.min(5, Math.round(Number(at("c").value)) || 1));
    at("c").value = c;
    for (const name of ["retrieved", "missed"]) state[name] = state[name].map((grade) => Math.min(grade, c));
    graded();
    refresh();
  });
  at("add").addEventListener("click", () => {
    if (state.retrieved.length + state.missed.length >= 40) return;
    state.retrieved.push(0);
    graded({ name: "retrieved", place: state.retrieved.length - 1 });
    refresh();
  });
  for (const name of ["k", "p"]) at(name).addEventListener("change", refresh);
  at("more").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = at("metric").value.trim();
    if (!name || chosen[state.kind].includes(name)) return;
    if (chosen[state.kind].length >= 24) { live.say(at("status"), { mistake: "24 metrics at most." }); return; }
    chosen[state.kind].push(name);
    at("metric").value = "";
    refresh();
  });
  addEventListener("resize", lines);
  addEventListener("hashchange", () => show(location.hash === "#lists" ? "lists" : "rankings"));
  show(location.hash === "#lists" ? "lists" : "rankings");
})();
