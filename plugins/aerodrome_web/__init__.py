"""The table in the browser: a server that keeps matches, a JSON API, and pages, for any ruleset that is installed.

From below upwards: `links` (capabilities), `store` (all SQL), `shelf` (matches in memory), `service` (the verbs),
`bots` and `keeper` (what happens by itself), `hub` (who waits for news), `api` and `pages` (HTTP), `app` (all of it
together).
"""
