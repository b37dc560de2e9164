"""Telling people with their tab closed that it is their turn: Web Push (RFC 8030), without any account.

endpoints   where letters may go            keys       what the server signs them with
letters     what they say                   sending    encrypting one and posting it
postman     who is told when, once, and again if it failed
"""
