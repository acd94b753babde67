"""Orders about players: banned, renamed, removed, in all rooms and on all connections."""

from server.admin import orders as o
from server.app import App
from server.bot.identities import identities
from server.net.identity import hash_token
from server.records import PutPlayer
from tests.admin.ordering import done, noted, refused
from tests.net.player import Player, new_room


async def test_who_is_banned_goes_and_stays_out_until_unbanned(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Bob", room) as bob,
        await Player.come(app.port, "Bob", token=bob.token) as outside,
    ):
        ann.say("ready", ready=True)
        await done(app, o.Ban(player=bob.id))
        assert await bob.closed() == 4413
        assert await outside.closed() == 4413
        state = await ann.hear("room")
        while len(state["room"]["members"]) > 1:
            state = await ann.hear("room")
        for path in ("/ws", f"/ws?r={room}"):
            async with await Player.visit(app.port, path) as again:
                again.say("hello", version=1, token=bob.token)
                assert await again.closed() == 4413
        assert "banned" in (await done(app, o.ShowPlayer(player=bob.id)))[0]
        await done(app, o.Unban(player=bob.id))
        assert "banned" not in (await done(app, o.ShowPlayer(player=bob.id)))[0]
        async with await Player.come(app.port, "Bob", room, token=bob.token) as back:
            assert back.id == bob.id
    assert noted(app) == [("player_banned", bob.id), ("player_unbanned", bob.id)]


async def test_a_ban_survives_a_recovery_code(app: App) -> None:
    async with await Player.come(app.port, "Bob") as bob:
        bob.say("recovery")
        code = (await bob.hear("recovery_code"))["code"]
        await done(app, o.Ban(player=bob.id))
        assert await bob.closed() == 4413
    async with await Player.visit(app.port) as again:
        again.say("hello", version=1, recovery=code)
        assert await again.closed() == 4413


async def test_a_banned_owner_leaves_the_room_to_the_others(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Bob", room) as bob,
    ):
        await done(app, o.Ban(player=ann.id))
        state = await bob.hear("room")
        assert (state["room"]["owner"], len(state["room"]["members"])) == (bob.id, 1)


async def test_another_name_everywhere_or_nowhere(app: App) -> None:
    room, token = await new_room(app.port)
    other, other_token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Rude", room) as rude,
        await Player.come(app.port, "Eve", other, token=other_token),
    ):
        async with await Player.come(app.port, "Rude", other, token=rude.token):
            pass
        taken = await refused(app, o.Rename(player=rude.id, name="eve"))
        assert other in taken
        assert "cannot be used" in await refused(app, o.Rename(player=rude.id, name="\u200b"))
        stored = await app.store.player(rude.id)
        assert stored is not None
        assert stored.name == "Rude"
        # the other room has to be woken for it
        app.registry._forget(other)
        await done(app, o.Rename(player=rude.id, name="  Kind  one"))
        state = await ann.hear("room")
        while "Kind one" not in [member["name"] for member in state["room"]["members"]]:
            state = await ann.hear("room")
        for code in (room, other):
            kept = await app.store.room(code)
            assert kept is not None
            assert {member.name for member in kept.members if member.player == rude.id} == {
                "Kind one"
            }
    stored = await app.store.player(rude.id)
    assert stored is not None
    assert stored.name == "Kind one"
    assert noted(app) == [("player_renamed", rude.id)]


async def test_a_page_that_says_the_old_name_by_itself_does_not_bring_it_back(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Rude", room, token=token) as rude:
        pass
    await done(app, o.Rename(player=rude.id, name="Kind"))
    for said, name in (("Rude", "Kind"), ("RUDE", "Kind"), ("Other", "Other"), ("rude", "Other")):
        async with await Player.come(app.port, said, room, token=token):
            stored = await app.store.player(rude.id)
            assert stored is not None
            assert stored.name == name


async def test_who_is_removed_is_forgotten(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token),
        await Player.come(app.port, "Bob", room) as bob,
        await Player.come(app.port, "Bob", token=bob.token) as outside,
    ):
        await done(app, o.RemovePlayer(player=bob.id))
        assert await bob.closed() == 4411
        assert await outside.closed() == 4411
        assert await app.store.player(bob.id) is None
        async with await Player.visit(app.port) as again:
            again.say("hello", version=1, token=bob.token)
            assert await again.closed() == 4401
    for order in (
        o.RemovePlayer(player=bob.id),
        o.Ban(player=bob.id),
        o.Unban(player=bob.id),
        o.ShowPlayer(player=bob.id),
        o.Rename(player="NOBODY", name="X"),
    ):
        assert "no player" in await refused(app, order)


async def test_r18_the_servers_own_bots_stay_as_they_are(app: App) -> None:
    """Else hosts would be promised a bot that never comes, or that comes under its old name."""
    secret = await app.store.secret()
    (bot, token), *_ = [(one.player, one.token) for one in identities(secret).values()]
    row = PutPlayer(player=bot, name="Bot", token_hash=hash_token(token), date_ms=1, bot=True)
    app.recorder.append((row,), lambda: None)
    await app.recorder.flush()
    for order in (o.Ban(player=bot), o.Rename(player=bot, name="X"), o.RemovePlayer(player=bot)):
        assert "a bot of this server" in await refused(app, order)
    assert not app.registry.is_banned(bot)
    assert not app.registry.is_forgotten(bot)
    assert noted(app) == []
