"""Households to look at: one with everything, and one whose texts are hostile."""

import uuid

from support import Caller

TONIGHT = [862, 863, 10193, 301528, 920, 585, 12, 14160, 9806, 2062, 10681, 62177]
EARLIER = [105, 165, 252, 408, 425, 433, 578, 601, 620, 630, 120, 62177]
SERIES = {"stranger": 66732, "bluey": 82728, "breaking": 1396, "thrones": 1399}


def title(kind, number):
    return {"media_type": kind, "tmdb_id": number}


def full_household(server):
    """Eight people, two of them children, with an older history of 25 nights, collections, lists, notes and a guide."""
    ann = server.household()
    ben = ann.invited("Ben")
    others = [ann.invited(name, f"avatar_{picture}") for name, picture in (
        ("Charlotte", "cat"), ("Dmitri", "dog"), ("Eleanor", "frog"), ("Femi", "penguin"))]
    children = [ann.call("members.add_managed", display_name=name, avatar_key="avatar_rabbit")["member"]["member_id"]
                for name in ("Max", "Mia")]
    ann.call("households.update", streaming_services=["Netflix", "Disney Plus", "Hulu"])
    ann.call("preferences.set", genre_likes=[16, 35], genre_dislikes=[27], max_content_rating="PG")

    administrator = Caller(server)
    for night in range(25):
        movie = EARLIER[night % len(EARLIER)]
        suggestions = [{"tmdb_movie_id": number, "title": name, "voters": [{"member_id": each, "vote": "up"} for each in voters]} for number, name, voters in (
            (movie, f"Movie of night {night}", [ann.member, ben.member]),
            (movie + 1_000_000, f"Another movie of night {night}", [others[0].member]))]
        day = f"2026-{1 + night // 3:02}-{1 + night % 3 * 9:02}"
        administrator.call("rounds.import", household_id=ann.household, round={
            "round_id": str(uuid.uuid4()), "status": "rated" if night % 4 else "discarded", "started_by": ann.member,
            "created_at": f"{day}T19:00:00Z", "suggestions": suggestions,
            **({"picked_movie_id": movie, "watched_at": f"{day}T22:00:00Z"} if night % 4 else {})})

    for movie in (603, 13, 680, 550):
        ann.call("watchlist.add", movie={"tmdb_movie_id": movie})
    for movie in (11, 78, 15):
        ann.call("watched.mark", movie={"tmdb_movie_id": movie})
    ann.call("titles.add", items=[title("movie", number) for number in TONIGHT[:6]])
    ann.call("titles.add", items=[title("tv", number) for number in SERIES.values()])
    ann.call("titles.set", titles=[title("tv", number) for number in SERIES.values()], status="watching")
    ann.call("titles.set", titles=[title("movie", 862)], rating="loved", favourite=True, private=True)
    ann.call("episodes.mark", tmdb_id=SERIES["breaking"], season_number=1, episode_numbers=[1], include_unaired=True)
    for member in (ben, others[0]):
        member.call("titles.add", items=[title("tv", SERIES["stranger"])])
        member.call("titles.set", titles=[title("tv", SERIES["stranger"])], status="watching")
    ann.call("notes.add", **title("movie", 862), text="The best one of all.\nWatch it with the children.", owner_only=False)
    ann.call("notes.add", **title("tv", SERIES["stranger"]), text="Too scary for Mia?", season_number=1, episode_number=1)
    ann.list = ann.call("lists.create", name="With the children", description="Short ones first.", shared=True)["list_id"]
    ann.call("lists.add_titles", list_id=ann.list, titles=[title("movie", number) for number in TONIGHT[1:6]])
    ann.call("lists.create", name="Some day")
    ben.call("lists.create", name="Ben's favourites", shared=True)
    ann.call("reminders.set", tmdb_id=SERIES["breaking"], season_number=5, episode_number=8)
    ann.call("invites.create")
    ann.people = [ben, *others]
    ann.children = children
    return ann
