/* Ask a question, watch it, show the verdict. */
"use strict";
(function () {
  const at = (name) => document.getElementById(name);
  function parameters() {
    const found = {};
    for (const one of at("parameters").value.split(/,\s*(?=[a-z_]+\s*=)/)) {
      if (!one.trim()) continue;
      const cut = one.indexOf("=");
      if (cut < 0) return null;
      found[one.slice(0, cut).trim()] = one.slice(cut + 1).trim();
    }
    return found;
  }
  const quoted = (word) => (/^[\w@.,:/=+-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
  function command(fields) {
    const words = ["python -m proofs.check", quoted(fields.axiom), ...fields.subjects.map(quoted), "--n", fields.n];
    for (const [name, value] of Object.entries(fields.parameters)) words.push("--" + name, quoted(value));
    return words.join(" ");
  }
  function drawn(place, drawings) {
    place.replaceChildren();
    for (const one of drawings) {
      const figure = document.createElement("figure");
      const svg = live.picture(one.svg);
      const caption = document.createElement("figcaption");
      caption.textContent = one.caption;
      if (svg) figure.append(svg);
      figure.append(caption);
      place.append(figure);
    }
  }
  /* What is told after the verdict: names at the left, each with what is said under it. */
  function told(place, text) {
    place.replaceChildren();
    let said = null;
    for (const line of text.split("\n")) {
      const found = /^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/.exec(line);
      if (found) {
        const name = document.createElement("dt");
        said = document.createElement("dd");
        name.textContent = found[1];
        said.textContent = found[2];
        place.append(name, said);
      } else if (line.trim()) {
        if (!said) { said = document.createElement("dd"); place.append(said); }
        said.textContent += (said.textContent ? "\n" : "") + line.trim();
      }
    }
  }
  for (const example of document.querySelectorAll("#examples button")) {
    example.addEventListener("click", () => {
      for (const name of ["axiom", "subject", "second", "n", "parameters"]) at(name).value = example.dataset[name] || "";
      at("asking").requestSubmit(at("ask"));
    });
  }
  at("asking").addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = parameters();
    if (given === null) {
      live.say(at("status"), { mistake: "parameters are written as k=2, p=4/5." });
      return;
    }
    const second = at("second").value.trim();
    const fields = {
      axiom: at("axiom").value.trim(), subjects: [at("subject").value.trim(), ...(second ? [second] : [])],
      n: at("n").value.trim(), parameters: given, seconds: Number(at("seconds").value), certificate: at("certificate").checked,
    };
    at("ask").disabled = true;
    at("answer").hidden = true;
    const found = await live.run("ask", fields, at("status"), at("stop"));
    at("ask").disabled = false;
    if (!found) return;
    const answer = found.answer;
    const lines = found.text.split("\n");
    at("verdict").className = "verdict " + (answer.status || "holds");
    at("verdict").textContent = answer.status ? answer.status.toUpperCase() : "VALUE";
    at("scope").textContent = answer.status ? lines[0].replace(/^\S+\s+/, "") : lines[0];
    at("answer").className = "answer is-" + (answer.status || "holds");
    told(at("text"), lines.slice(1).join("\n"));
    drawn(at("drawings"), found.drawings);
    at("command").textContent = command(fields);
    live.offer(at("download"), found.certificate, "certificate.json", "application/json");
    at("answer").hidden = false;
  });
})();
