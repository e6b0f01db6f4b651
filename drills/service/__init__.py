"""Drills against a running server: crowds, hostile requests, kills, jobs on all cores, and its memory."""
