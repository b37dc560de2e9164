"""Tables: people and bots in the seats of a game, and a log of everything that happened there.

events    what can happen at a table            table     a table, made of its events; no clock, no disk
opening   how a table is opened                 storage   the log on disk
thinking  bots in worker processes
house     all tables, live: it stores, tells the watchers, lets bots move and clocks run
"""
