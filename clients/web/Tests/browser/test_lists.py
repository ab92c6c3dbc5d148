"""Lists that the reader has extended."""

import unittest

from support import BrowserTests, expect


class ListTests(BrowserTests):
    def test_further_items_stay_after_events_and_actions(self):
        server = self.server("--catalog", "none")
        ann = server.household()
        titles = [{"media_type": "movie", "tmdb_id": n, "facts": {"title": f"Film {n:02}"}} for n in range(1, 46)]
        ann.call("titles.add", items=titles)
        for number in range(1, 31):
            ann.call("watchlist.add", movie={"tmdb_movie_id": number, "title": f"Film {number:02}"})
        page = self.new_page(server, ann)

        # Scrolling brings the next pages; an event of another device keeps them, and brings its own item.
        page.goto("/collection")
        page.locator("[data-end]").or_(page.locator("[data-more]")).scroll_into_view_if_needed()
        for _ in range(2):
            page.keyboard.press("End")
            page.wait_for_timeout(300)
        expect(page.locator("#titles > li")).to_have_count(45)
        ann.call("titles.add", items=[{"media_type": "movie", "tmdb_id": 99, "facts": {"title": "Another film"}}])
        expect(page.locator("#titles").get_by_text("Another film")).to_be_visible()
        expect(page.locator("#titles > li")).to_have_count(46)
        expect(page.locator("[data-end='titles']")).to_have_count(1)

        # So does an action on the page itself.
        page.goto("/watchlist")
        page.keyboard.press("End")
        expect(page.locator("#watchlist-items > li")).to_have_count(30)
        page.click("#remove-1")
        expect(page.locator("#movie-1")).to_have_count(0)
        expect(page.locator("#watchlist-items > li")).to_have_count(29)

    def test_a_choice_follows_others_until_the_reader_makes_one(self):
        server = self.server("--catalog", "demo")
        ann = server.household()
        title = {"media_type": "movie", "tmdb_id": 862}
        ann.call("titles.add", items=[title])
        page = self.new_page(server, ann)
        page.goto("/collection/movie/862")
        status = page.locator("select[name=status]")
        ann.call("titles.set", titles=[title], status="dropped")
        expect(status).to_have_value("dropped")
        status.select_option("completed")
        ann.call("titles.set", titles=[title], favourite=True)
        expect(page.get_by_role("button", name="No longer a favourite")).to_be_visible()
        expect(status).to_have_value("completed")


if __name__ == "__main__":
    unittest.main()
