@testable import Server

/// The result columns of the protocol's tables. A command's result has `position` and `revision` as well.
enum ResultShapes {
  private static let attendees = "attendees [{member_id, display_name, avatar_key}], attendees_mode"

  private static let round = """
    round_id, household_id, group_id, status, status_label, started_by, started_by_name, created_at,
    voting_started_at, voting_closed_at, selected_at, watched_at, rated_at, expired_at, expired_reason,
    \(attendees),
    suggestions [{tmdb_movie_id, position, title, year, poster_path, content_rating, genres [name], genre_ids [id],
      overview, runtime, popularity, vote_average, streaming [name], score, reason, source, proposed_by,
      proposed_by_name, watched, votes_up, votes_down, net_score,
      voters [{member_id, display_name, avatar_key, vote}]}],
    vote_progress {voted, total}, done_voting [member_id], picked_movie_id, pick {\(pick)},
    ratings_summary {loved, liked, did_not_like}, max_content_rating, ceiling_overridden, due_at, due_status, revision
    """

  private static let pick = """
    tmdb_movie_id, title, year, poster_path, content_rating, picked_by, picked_by_name, picked_at, watched, watched_at
    """

  private static let member = """
    member_id, display_name, avatar_key, role, member_type, parent_member_id, content_rating_ceiling, joined_at
    """

  private static let household = """
    household_id, name, created_by, created_at, streaming_services [name],
    settings {voting_expiry_hours, selected_expiry_days, rating_days, country}, members [{\(member)}], revision,
    library_revision
    """

  private static let invite = "invite_id, invite_token, status, created_at, expires_at"
  private static let preferences = "member_id, genre_likes [id], genre_dislikes [id], max_content_rating, updated_at"

  private static let movie = """
    tmdb_movie_id, title, year, poster_path, content_rating, genres [name], genre_ids [id], overview, runtime,
    popularity, vote_average, streaming [name]
    """

  private static let session = """
    round_id, status, status_label, created_at, \(attendees), pick {tmdb_movie_id, title, poster_path},
    ratings_summary {loved, liked, did_not_like}
    """

  private static let listed = "genres [name], genre_ids [id], popularity, vote_average"
  private static let provenance = "source, fetched_at, stale"
  private static let urls = "{thumbnail, card, detail, full}"
  private static let poster = "poster_path, poster_urls \(urls)"
  private static let backdrop = "backdrop_path, backdrop_urls \(urls)"
  private static let providers = "[{provider_id, name, logo_urls \(urls)}]"

  private static let watchProviders = """
    watch_providers {country, link, flatrate \(providers), free \(providers), ads \(providers), rent \(providers),
      buy \(providers)}
    """

  private static let episode = """
    tmdb_episode_id, season_number, episode_number, episode_type, name, label, overview, air_date, runtime, still_path,
    still_urls \(urls)
    """

  static let all: [String: Shape] = columns.reduce(into: [:]) { shapes, entry in
    let isCommand = MethodTable.current[entry.key]?.kind == .command
    shapes[entry.key] = Shape(isCommand ? entry.value + ", position, revision" : entry.value)
  }

  private static let columns: [String: String] = [
    "server.ping": "",
    "server.info": "name, version, protocol, store, catalog {source, attribution, image_url}, methods [name]",
    "server.health": """
    status, problems, store, head, checkpoint,
    projections [{name, version, checkpoint, lag, state, stopped_position, stopped_reason}], append_lock,
    catalog {source, state, last_error_at}, uptime_s
    """,
    "server.metrics": "text",
    "auth.authenticate": "member_id, household_id, role, display_name",
    "tokens.issue": "token, token_id",
    "tokens.list": "tokens [{token_id, member_id, label, issued_at, revoked_at}]",
    "tokens.revoke": "token_id",
    "projections.rebuild": "names [name], events, seconds",
    "households.create": "household {\(household)}, token",
    "households.get": household,
    "households.list": "households [{\(household)}], next_cursor",
    "members.add_managed": "member {\(member)}, child_profile_disclosure",
    "households.update": "household {\(household)}",
    "members.update": "member {\(member)}",
    "members.remove": "member_id",
    "members.leave": "member_id",
    "members.erase": "member_id",
    "invites.create": invite,
    "invites.list": "invites [{\(invite)}]",
    "invites.revoke": invite,
    "invites.accept": "household_id, member_id, token",
    "preferences.get": preferences,
    "preferences.set": preferences,
    "rounds.start": "round {\(round)}, watchlist_eligible_count, relaxed_constraints [name]",
    "rounds.suggest": "round {\(round)}",
    "rounds.unsuggest": "round {\(round)}",
    "rounds.open_voting": "round {\(round)}",
    "rounds.set_attendees": "round {\(round)}",
    "rounds.override_ceiling": "round {\(round)}",
    "rounds.propose": "round_id, tmdb_movie_id",
    "rounds.withdraw": "round_id, tmdb_movie_id",
    "rounds.vote": "round_id, tmdb_movie_id, member_id, vote, voted_at",
    "rounds.done_voting": "round_id, status, voting_closed_at",
    "rounds.close_voting": "round_id, status, voting_closed_at",
    "rounds.pick": "round_id, status, pick {\(pick)}",
    "rounds.mark_watched": "round_id, status, watched_at",
    "rounds.rate": "round_id, member_id, rating, rated_at, status",
    "rounds.close_ratings": "round_id, status",
    "rounds.discard": "round_id, status",
    "rounds.import": "round_id, status, imported",
    "rounds.get": round,
    "rounds.results": """
    round_id, status, clear_winner {tmdb_movie_id, title, poster_path},
    results [{rank, tied, tmdb_movie_id, title, poster_path, source, net_score, votes_up, votes_down,
      voters [{member_id, display_name, avatar_key, vote}]}]
    """,
    "rounds.ratings": """
    round_id, ratings [{member_id, display_name, avatar_key, rating, rated_at}],
    summary {loved, liked, did_not_like, total_rated, total_attendees}, closed
    """,
    "rounds.active": "round {\(round)}, awaiting [{\(session), waiting_for [member_id]}]",
    "sessions.list": "sessions [{\(session)}], next_cursor",
    "watchlist.add": "tmdb_movie_id, added_by, added_at",
    "watchlist.remove": "tmdb_movie_id, added_by, added_at",
    "watchlist.list": "items [{\(movie), added_by, added_by_name, added_at}], next_cursor",
    "watched.mark": "tmdb_movie_id, watched_at",
    "watched.unmark": "tmdb_movie_id, watched_at",
    "watched.list": """
    items [{\(movie), watched_at, source, marked_by, marked_by_name, undo_until, round_id,
      ratings_summary {loved, liked, did_not_like}}], next_cursor
    """,
    "movies.get": """
    \(movie), original_title, release_date, tagline, imdb_id, vote_count, certification {country, rating},
    poster_urls \(urls), \(backdrop), cast [{name, character}], trailer_url, \(watchProviders), \(provenance),
    history {on_watchlist {added_by, added_by_name, added_at},
      watched {watched_at, source, marked_by, marked_by_name, round_id}, exceeds_ceiling,
      rounds [{round_id, status, created_at, votes_up, votes_down, net_score, my_vote, picked,
        ratings_summary {loved, liked, did_not_like}}]}
    """,
    "movies.search": """
    page, total_pages, total_results,
    results [{tmdb_movie_id, title, original_title, year, release_date, overview, \(poster), \(listed), content_rating,
      on_watchlist, watched, exceeds_ceiling}], \(provenance)
    """,
    "tv.search": """
    page, total_pages, total_results,
    results [{tmdb_id, name, original_name, year, first_air_date, overview, \(poster), \(listed)}], \(provenance)
    """,
    "tv.get": """
    tmdb_id, name, original_name, year, first_air_date, last_air_date, overview, status, genres [name], genre_ids [id],
    content_rating, number_of_seasons, number_of_episodes, \(poster), \(backdrop),
    next_episode {season_number, episode_number, name, air_date}, \(watchProviders),
    seasons [{season_number, name, overview, air_date, episode_count, \(poster)}], \(provenance)
    """,
    "tv.season": """
    tmdb_id, season_number, name, overview, air_date, \(poster), changed_at, episodes [{\(episode)}], \(provenance)
    """,
    "tv.episode": "\(episode), \(provenance)",
    "genres.list": "genres [{id, name}], \(provenance)",
    "providers.list": """
    country, providers [{provider_id, name, logo_path, logo_urls}], services [{service, provider_ids [id]}],
    \(provenance)
    """,
    "suggestions.generate": """
    suggestions [{\(movie), score, reason}], relaxed_constraints [name], watchlist_eligible_count, \(provenance)
    """,
    "catalog.status": """
    source, state, host, language, last_success_at, last_error {at, kind, operation, status},
    operations [{operation, hits, misses, stale, not_found, errors}], entries, bytes, attribution
    """,
    "catalog.clear": "removed",
    "catalog.export": "lines [line], next_cursor",
    "events.read": """
    events [{position, stream, revision, type, version, recorded_at, data, metadata {actor, acting_as, command_id}}],
    next_after
    """,
    "events.subscribe": "subscription_id, position",
    "events.unsubscribe": "",
    "events.import": "position",
  ]
}
