"""Tables in the browser: pages, a JSON API and live updates.

app        the application, put together           identity   who asks, in which language
routes/    pages (HTML), api (JSON), socket (live updates)
presenter  a table as one person may see it        chart      the points over the moves of a game
learn      the pages of rules                      errors     refusals as answers
"""
