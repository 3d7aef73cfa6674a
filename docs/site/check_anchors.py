"""Does every link to an anchor of a page of the site lead somewhere?   check_anchors.py HTML_FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for key in ("id", "name"):
            if values.get(key):
                self.anchors.add(values[key])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])


root = pathlib.Path(sys.argv[1]).resolve()
pages = {p.resolve(): Page(p.read_text(encoding="utf-8")) for p in root.rglob("*.html") if "api" not in p.parts}
bad = looked_up = 0
for path, page in pages.items():
    for link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc or not parts.fragment:
            continue
        target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        looked_up += 1
        if target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
            print(f"{path.relative_to(root)}: no anchor for {link}")
            bad += 1
print(f"{looked_up} links to anchors, {bad} wrong")
sys.exit(bad > 0 or looked_up == 0)
