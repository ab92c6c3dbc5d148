"""Every screen, empty, full and with errors: what axe finds, what overflows, and how it looks."""

import atexit
import tempfile
import unittest

from axe_playwright_python.sync_playwright import Axe

from households import SERIES, TONIGHT, full_household, title
from support import SCREENSHOTS, WIDE_ELEMENTS, BrowserTests, catalog_file, expect, movies

ALL_RULES = {"rules": {"target-size": {"enabled": True}}}
COLORS = {"runOnly": ["color-contrast"]}

# The elements that are less than 44 pixels high. Links within a sentence need not be.
SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((each) => {
  if (each.type === "hidden" || each.matches(".skip, .unseen") || !each.checkVisibility({ visibilityProperty: true })) return false;
  const isInSentence = getComputedStyle(each).display === "inline" && each.parentElement.textContent.trim() !== each.textContent.trim();
  const target = each.matches("[type=checkbox], [type=radio]") ? each.closest("label") ?? each : each;
  return !isInSentence && target.getBoundingClientRect().height < 43.5;
}).map((each) => each.outerHTML.slice(0, 160))"""

# A heading that exists but is hidden by a style would not be at its place.
SHOWS_HEADING = """() => {
  scrollTo(0, 0);
  const { left, top, height } = document.querySelector("h1").getBoundingClientRect();
  return document.querySelector("h1").contains(document.elementFromPoint(left + 5, top + height / 2));
}"""

OPEN_ALL = "(isOpen) => document.querySelectorAll('details').forEach((each) => { each.open = isOpen; })"
IMAGES_ARE_LOADED = """() => [...document.images].every((each) => { each.loading = "eager"; return each.complete; })"""

NO_BROKEN_IMAGE_IS_SHOWN = "() => [...document.images].every((each) => each.naturalWidth > 0 || each.hidden)"


class ScreenTests(BrowserTests):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.axe = Axe()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        atexit.register(print, f"The screenshots are in {SCREENSHOTS}")

    def visit(self, page, name, path, status=200):
        answer = page.goto(path)
        with self.subTest(name):
            self.assertEqual(status, answer.status)
            self.assertLess(len(answer.body()), 60_000)
        self.look(page, name)

    def look(self, page, name):
        """Checks a screen in both themes on a phone and a desktop."""
        with self.subTest(name):
            for width in (360, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                for theme in ("light", "dark"):
                    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                    is_pictured = (width, theme) in ((360, "light"), (1280, "dark"))
                    if is_pictured:
                        page.wait_for_function(IMAGES_ARE_LOADED)
                        page.wait_for_function(NO_BROKEN_IMAGE_IS_SHOWN)
                        page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{theme}.png", full_page=True)
                    page.evaluate(OPEN_ALL, True)
                    found = self.axe.run(page, options=ALL_RULES if is_pictured else COLORS).response["violations"]
                    self.assertEqual([], [
                        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:200]}" for each in found
                        for node in each["nodes"]], f"{width} {theme}")
                    if theme == "light":
                        self.assertTrue(page.evaluate(SHOWS_HEADING), f"blank at {width}")
                        self.assertEqual([], page.evaluate(WIDE_ELEMENTS), f"overflows at {width}")
                        self.assertEqual([], page.evaluate(SMALL_TARGETS), f"small targets at {width}")
                    page.evaluate(OPEN_ALL, False)
            self.assertEqual([], self.unexpected_problems())
            self.problems.clear()

    def test_full_screens(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.server("--catalog", f"file:{catalog_file(folder.name)}")
        ann = full_household(server)
        page = self.new_page(server, ann)
        newest, legacy = self.night(ann), ann.call("sessions.list", limit=50)["sessions"][-1]["round_id"]
        tv = f"/series/{SERIES['breaking']}"
        for name, path in (
            ("history", "/history"), ("session", f"/history/{newest}"), ("session-legacy", f"/history/{legacy}"),
            ("year", "/year"), ("household", "/household"), ("member", f"/household/members/{ann.member}"),
            ("child", f"/household/members/{ann.children[0]}"), ("devices", "/household/devices"), ("account", "/account"),
            ("watchlist", "/watchlist"), ("watchlist-search", "/watchlist?q=toy"), ("watched", "/watched"),
            ("movie", "/movies/862"), ("series-search", "/series?q=the"), ("series", tv), ("season", tv + "/1"),
            ("episode", tv + "/1/1"), ("up-next", "/up-next"), ("collection", "/collection"),
            ("collection-add", "/collection/add?q=toy"), ("lists", "/collection/lists"),
            ("list", f"/collection/lists/{ann.list}"), ("title-movie", "/collection/movie/862"),
            ("title-series", f"/collection/tv/{SERIES['stranger']}"), ("files", "/collection/files"), ("guide-week", "/guide"),
            ("guide-month", "/guide?view=month"), ("guide-hidden", "/guide/hidden"), ("calendar", "/guide/calendar"),
            ("collection-child", f"/collection?as={ann.children[0]}"),
        ):
            self.visit(page, name, path)
        self.look_at_answers(page)

    def test_guide_keeps_its_header_and_rails_in_place(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.server("--catalog", f"file:{catalog_file(folder.name)}")
        page = self.new_page(server, full_household(server))
        page.set_viewport_size({"width": 360, "height": 500})
        page.goto("/guide")
        places = """() => ["thead .corner", "thead .day", ".service", ".show"].map((each) => {
          const { left, top } = document.querySelector(`.guide ${each}`).getBoundingClientRect();
          return [Math.round(left), Math.round(top)];
        })"""
        page.evaluate("document.querySelector('.guide').scrollIntoView()")
        before = page.evaluate(places)
        page.evaluate("document.querySelector('.guide').scrollBy(120, 60)")
        after = page.evaluate(places)
        (corner, day, service, show) = zip(before, after)
        self.assertEqual(corner[0], corner[1])
        self.assertEqual((day[0][0] - 120, day[0][1]), tuple(day[1]))
        self.assertEqual((service[0][0], service[0][1] - 60), tuple(service[1]))
        self.assertEqual((show[0][0], show[0][1] - 60), tuple(show[1]))

    def night(self, ann):
        """A night of eight people and twelve movies, up to its ratings; returns its round."""
        page = self.new_page(ann.server, ann)
        round_id = ann.call("rounds.start", movies=movies(*TONIGHT), allow_watched=True)["round"]["round_id"]
        self.visit(page, "tonight-draft", "/tonight")
        ann.call("rounds.open_voting", round_id=round_id)
        voters = [ann, *ann.people]
        for number, voter in enumerate(voters):
            for movie in TONIGHT[number::2]:
                voter.call("rounds.vote", round_id=round_id, tmdb_movie_id=movie, vote="down" if movie % 5 == 0 else "up")
        for child in ann.children:
            ann.call("rounds.vote", round_id=round_id, tmdb_movie_id=TONIGHT[0], vote="up", acting_as=child)
        self.visit(page, "tonight-voting", "/tonight")
        self.visit(page, "tonight-search", "/tonight?q=the")
        ann.call("rounds.close_voting", round_id=round_id)
        self.visit(page, "tonight-results", "/tonight")
        ann.call("rounds.pick", round_id=round_id, tmdb_movie_id=TONIGHT[0])
        self.visit(page, "tonight-selected", "/tonight")
        ann.call("rounds.mark_watched", round_id=round_id)
        for voter, rating in zip(voters, ("loved", "liked", "did_not_like")):
            voter.call("rounds.rate", round_id=round_id, rating=rating)
        self.visit(page, "tonight-rating", "/tonight")
        page.context.close()
        return round_id

    def look_at_answers(self, page):
        """The screens that only actions lead to."""
        page.goto("/household")
        page.click("#make-invite")
        expect(page.locator("#invites svg.qr").first).to_be_visible()
        self.look(page, "household-invite")
        page.goto("/account")
        page.get_by_role("button", name="Make a link").click()
        page.wait_for_selector("svg.qr")
        self.look(page, "account-link")
        self.visit(page, "device", page.locator("svg.qr + p a").get_attribute("href"))
        page.goto("/guide/calendar")
        page.click("#make")
        page.wait_for_selector("#address")
        self.look(page, "calendar-address")
        page.goto("/collection/files")
        page.select_option("#format", "letterboxd")
        ratings = b"Date,Name,Year,Letterboxd URI,Rating\n2026-01-02,Cars,2006,https://boxd.it/1,4\n2026-01-03,Unknown,1901,https://boxd.it/2,3\n"
        page.set_input_files("#files", {"name": "ratings.csv", "mimeType": "text/csv", "buffer": ratings})
        page.click("#check")
        page.wait_for_selector("#report")
        self.look(page, "import-report")

    def test_empty_screens(self):
        server = self.server("--catalog", "demo")
        ann = server.household()
        for name, path in (("sign-in", "/sign-in"), ("join", f"/join/{ann.call('invites.create')['invite_token']}")):
            self.visit(self.new_page(server), name, path)
        page = self.new_page(server, ann)
        ann.call("titles.add", items=[title("movie", 862)])
        for name, path in (
            ("tonight", "/tonight"), ("history", "/history"), ("year", "/year"), ("household", "/household"),
            ("watchlist", "/watchlist"), ("watchlist-search", "/watchlist?q=zzzz"), ("watched", "/watched"),
            ("up-next", "/up-next"), ("title", "/collection/movie/862"), ("lists", "/collection/lists"), ("guide", "/guide"),
            ("guide-month", "/guide?view=month"),
        ):
            self.visit(page, f"empty-{name}", path)
        ann.call("titles.remove", titles=[title("movie", 862)])
        self.visit(page, "empty-collection", "/collection")
        created = ann.call("lists.create", name="Some day")["list_id"]
        self.visit(page, "empty-list", f"/collection/lists/{created}")

    def test_screens_with_errors(self):
        # A catalog that refuses connections.
        server = self.server(environment={"MOVIENIGHT_TMDB_TOKEN": "unused", "MOVIENIGHT_TMDB_URL": "http://127.0.0.1:1"})
        ann = server.household()
        page = self.new_page(server, ann)
        ann.call("titles.add", items=[title("tv", SERIES["breaking"]) | {"facts": {"title": "Breaking Bad"}}])
        ann.call("titles.set", titles=[title("tv", SERIES["breaking"])], status="watching")
        self.expected_problems = ("status of 404", "status of 502", "status of 503")
        tv = f"/series/{SERIES['breaking']}"
        for name, path in (
            ("watchlist", "/watchlist?q=toy"), ("series-search", "/series?q=the"), ("add", "/collection/add?q=toy"),
            ("guide", "/guide"), ("up-next", "/up-next"),
        ):
            self.visit(page, f"error-{name}", path)
        for name, path in (("movie", "/movies/862"), ("series", tv), ("season", tv + "/1"), ("episode", tv + "/1/1")):
            self.visit(page, f"error-{name}", path, status=502)
        self.visit(page, "error-404", "/nowhere", status=404)
        server.kill()
        self.visit(page, "error-503", "/history", status=503)


if __name__ == "__main__":
    unittest.main()
