"""A household whose texts are hostile: they stay texts, and the layout holds."""

import itertools
import re
import tempfile
import unittest

from households import title
from support import SCREENSHOTS, WIDE_ELEMENTS, BrowserTests, catalog_file, expect

SCRIPTS = ("<img src=x onerror=alert(1)>", "\"><script>alert(1)</script>", "{{{name}}}&lt;b&gt;' onload='alert(1)")
# The server refuses direction overrides; letters and marks from right to left it has to take.
SHAPES = ("\u200f\u05e1\u05e8\u05d8 (1) \u200fabc", "🎬" * 30, "W" * 40, ("A movie with a title that does not end " * 4)[:120].strip())
TEXTS = SCRIPTS + SHAPES


class HostileTextTests(BrowserTests):
    def test_hostile_texts_are_harmless_and_unbroken(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.server("--catalog", f"file:{catalog_file(folder.name, itertools.cycle(TEXTS))}")
        ann = server.household(SHAPES[2], SCRIPTS[0])
        people = [ann.invited(text[:30].strip()) for text in TEXTS[1:]]
        child = ann.call("members.add_managed", display_name=SHAPES[2][:30])["member"]["member_id"]
        ann.call("households.update", streaming_services=[text[:50].strip() for text in TEXTS])
        made_up = [{"tmdb_movie_id": 2_000_000 + number, "title": text, "content_rating": "G"} for number, text in enumerate(TEXTS)]

        def night():
            started = ann.call("rounds.start", movies=made_up, open_voting=True, allow_watched=True)
            round_id = started["round"]["round_id"]
            for voter, movie in itertools.product([ann, *people], made_up[:3]):
                voter.call("rounds.vote", round_id=round_id, tmdb_movie_id=movie["tmdb_movie_id"], vote="up")
            return round_id

        picked = night()
        ann.call("rounds.close_voting", round_id=picked)
        ann.call("rounds.pick", round_id=picked, tmdb_movie_id=made_up[0]["tmdb_movie_id"])
        ann.call("rounds.mark_watched", round_id=picked)
        ann.call("rounds.rate", round_id=picked, rating="loved")
        night()
        for movie in made_up[1:]:
            ann.call("watchlist.add", movie=movie)
        ann.call("titles.add", items=[title("tv", number) for number in (66732, 82728, 1396)] + [
            title("movie", movie["tmdb_movie_id"]) | {"facts": {"title": movie["title"]}} for movie in made_up])
        ann.call("titles.set", titles=[title("tv", number) for number in (66732, 82728, 1396)], status="watching")
        for text in TEXTS:
            ann.call("notes.add", **title("tv", 66732), text=text)
            a_list = ann.call("lists.create", name=text[:100].strip(), description=text, shared=True)["list_id"]
        ann.call("lists.add_titles", list_id=a_list, titles=[title("movie", movie["tmdb_movie_id"]) for movie in made_up])
        ann.call("reminders.set", tmdb_id=1396)
        ann.call("tokens.issue", label=SCRIPTS[0])

        page = self.new_page(server, ann)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for path in (
            "/tonight", f"/tonight?as={child}", "/tonight?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", "/history", f"/history/{picked}",
            "/year", "/household", f"/household/members/{people[0].member}", f"/household/members/{child}", "/household/devices",
            "/account", "/watchlist", "/watched", "/movies/2000000", "/up-next", "/series?q=WWWW", "/series/66732",
            "/series/66732/4", "/series/66732/4/1", "/collection", "/collection/tv/66732", "/collection/movie/2000001",
            "/collection/lists", f"/collection/lists/{a_list}", "/guide", "/guide?view=month", "/guide/calendar",
        ):
            with self.subTest(path):
                self.assertEqual(200, page.goto(path).status)
                name = re.sub("/[-0-9a-f]{36}", "-one", path.partition("?")[0].strip("/")).replace("/", "-")
                page.screenshot(path=SCREENSHOTS / f"hostile-{name}-360-light.png", full_page=True)
                page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                self.assertEqual([], page.evaluate(WIDE_ELEMENTS))
                self.assertEqual(0, page.locator("img[src=x], #content script").count())
                self.assertEqual([], self.unexpected_problems())


if __name__ == "__main__":
    unittest.main()
