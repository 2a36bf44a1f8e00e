"""A site's search, run by Node.js with as much of a document as the script uses."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

# The script looks up four elements, appends the index's script to the head, and lists what it finds.
_RUN = """
const fs = require("fs"), vm = require("vm"), path = require("path"), site = process.argv[1];
const element = () => ({ children: [], dataset: { root: "", end: "" }, parentNode: {}, listeners: {},
  value: "", _text: "",
  append(...more) { this.children.push(...more); }, addEventListener(name, run) { this.listeners[name] = run; },
  set textContent(text) { this._text = text; this.children = []; }, get textContent() { return this._text; } });
const box = element(), found = element(), count = element(), known = { q: box, found, count }, wanted = [];
const load = (name) => vm.runInThisContext(fs.readFileSync(path.join(site, name), "utf-8"), name);
globalThis.window = globalThis;
globalThis.document = { getElementById: (id) => known[id], createElement: element,
  head: { appendChild: (script) => wanted.push(script.src) } };
load("search.js");
box.listeners.focus();
wanted.forEach((name) => load(name));
const answers = JSON.parse(fs.readFileSync(0, "utf-8")).map((asked) => {
  box.value = asked;
  box.listeners.input();
  return found.children.map((item) => item.children[0].href);
});
console.log(JSON.stringify(answers));
"""


def search(site: Path, asked: Sequence[str]) -> list[list[str]]:
    """What the search of a site lists for each text: the addresses of pages."""
    command = ["node", "-e", _RUN, str(site)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
