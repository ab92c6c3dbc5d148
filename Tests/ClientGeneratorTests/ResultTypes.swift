import MovieNightClient

/// What can be read from an answer and stored in any form.
typealias ReadValue = JSONReadable & Codable & Hashable & Sendable

/// The type of each method's result.
let resultTypes: [String: any ReadValue.Type] = [
  "rpc.discover": OpenRPCDocument.self, "server.info": ServerInfo.self, "server.health": ServerHealth.self,
  "server.metrics": ServerMetrics.self,
  "auth.authenticate": Identity.self, "projections.rebuild": Rebuilt.self,
  "tokens.issue": Changed<IssuedToken>.self, "tokens.list": TokenList.self,
  "tokens.revoke": Changed<RevokedToken>.self,
  "households.create": Changed<FoundedHousehold>.self, "households.get": Household.self,
  "households.list": HouseholdPage.self, "households.update": Changed<HouseholdShown>.self,
  "members.add_managed": Changed<AddedMember>.self, "members.update": Changed<MemberShown>.self,
  "members.remove": Changed<MemberGone>.self, "members.leave": Changed<MemberGone>.self,
  "members.erase": Changed<MemberGone>.self,
  "invites.create": Changed<Invite>.self, "invites.list": InviteList.self, "invites.revoke": Changed<Invite>.self,
  "invites.accept": Changed<JoinedHousehold>.self,
  "preferences.get": Preferences.self, "preferences.set": Changed<Preferences>.self,
  "rounds.start": Changed<StartedRound>.self, "rounds.suggest": Changed<RoundShown>.self,
  "rounds.unsuggest": Changed<RoundShown>.self, "rounds.open_voting": Changed<RoundShown>.self,
  "rounds.set_attendees": Changed<RoundShown>.self, "rounds.override_ceiling": Changed<RoundShown>.self,
  "rounds.propose": Changed<RoundMovie>.self, "rounds.withdraw": Changed<RoundMovie>.self,
  "rounds.vote": Changed<CastVote>.self, "rounds.done_voting": Changed<VotingEnd>.self,
  "rounds.close_voting": Changed<VotingEnd>.self, "rounds.pick": Changed<RoundPick>.self,
  "rounds.mark_watched": Changed<WatchedRound>.self, "rounds.rate": Changed<GivenRating>.self,
  "rounds.close_ratings": Changed<RoundState>.self, "rounds.discard": Changed<RoundState>.self,
  "rounds.import": Changed<ImportedRound>.self,
  "rounds.get": Round.self, "rounds.results": RoundResults.self, "rounds.ratings": RoundRatings.self,
  "rounds.active": ActiveRounds.self, "sessions.list": SessionPage.self,
  "watchlist.add": Changed<WatchlistPlace>.self, "watchlist.remove": Changed<WatchlistPlace>.self,
  "watched.mark": Changed<WatchedPlace>.self, "watched.unmark": Changed<WatchedPlace>.self,
  "watchlist.list": WatchlistPage.self, "watched.list": WatchedPage.self,
  "movies.get": MovieDetails.self, "movies.search": FoundMovies.self, "tv.search": FoundSeriesPage.self,
  "tv.get": Series.self, "tv.season": Season.self, "tv.episode": EpisodeDetails.self, "genres.list": GenreList.self,
  "providers.list": ProviderList.self, "suggestions.generate": Suggestions.self,
  "catalog.status": CatalogStatus.self, "catalog.clear": ForgottenEntries.self, "catalog.export": CatalogExport.self,
  "events.read": EventPage.self, "events.subscribe": EventSubscription.self, "events.import": ImportedEvents.self,
]
