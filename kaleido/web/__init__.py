"""The page and its HTTP API: ``kaleido play`` (extra `web`).

`kaleido.web.app.create_app` makes the application, `kaleido.web.server` runs it. Requests are
worked on in other processes (`kaleido.web.worker`), so that the server itself always answers.
"""
