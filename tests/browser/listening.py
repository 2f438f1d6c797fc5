"""What somebody has of the page who does not see it: announcements, and the accessibility tree."""

LISTEN = """() => {
    window.announced = [];
    const live = '[role=status], [role=alert], [aria-live]';
    new MutationObserver((changes) => {
        const nodes = changes.map(({ target }) => target.closest ? target : target.parentElement);
        for (const region of new Set(nodes.map((node) => node?.closest(live)).filter(Boolean))) {
            const text = region.textContent.replaceAll('\\u00a0', ' ').trim();
            if (text && region.checkVisibility()) window.announced.push(text);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


class Listener:
    """Presses keys, and hears what is announced."""

    def __init__(self, page):
        self.page = page
        self.tree = page.context.new_cdp_session(page)
        page.evaluate(LISTEN)

    def press(self, key):
        """Press a key; one thing is announced."""
        self.page.keyboard.press(key)
        heard = self.heard()
        assert len(heard) == 1, (key, heard)
        return heard[0]

    def heard(self):
        return self.page.evaluate("window.announced.splice(0)")

    def nodes(self):
        """Give the role, the name and the focus of all that the accessibility tree has."""
        nodes = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (
                node["role"]["value"],
                node.get("name", {}).get("value", ""),
                any(one["name"] == "focused" for one in node.get("properties", ())),
            )
            for node in nodes
            if not node["ignored"]
        ]
