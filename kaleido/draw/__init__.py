"""Boards and pieces as pictures: scene, then picture, then a medium (SVG or a terminal)."""
