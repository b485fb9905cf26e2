"""Rulings on chapter 4: a named choice wherever its text can be read in several ways. The first is our default."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from models.position import TableRulings
from models.quantities import Amount
from models.rulings import YesNo


class Pg2Rulings(TableRulings):
    """How this table reads chapter 4. `garrison rules` explains each by the clauses it belongs to."""

    # 4.1 Organization
    replacements_per_division: Amount = Fraction(1)
    army_site: Literal["home_only", "any_common"] = "home_only"
    army_min_divisions: Literal["2", "1", "3"] = "2"
    untransported_gun: Literal["stay", "block"] = "stay"
    mobile_reserve_requires_move: YesNo = "false"
    # 4.2 Orders
    entrenchment_survives: YesNo = "true"  # training and re-supply
    oil_city_capacity: Literal["in_plus_out", "each_way"] = "in_plus_out"
    garrison_move_size: Literal["sixth", "division"] = "sixth"
    air_carries: Literal["light", "any"] = "light"
    # 4.4 Battles
    objectives_strict: YesNo = "true"
    frontier_held_by: Literal["formation", "any_force"] = "formation"
    home_garrison_holds: YesNo = "true"
    # 4.6 Garrisons and fixed units
    garrison_creation: Literal["logistics", "orders"] = "logistics"
    garrison_split: YesNo = "false"
    attach_needs_infantry: YesNo = "true"
    coastal_limit: Literal["separate", "shared"] = "separate"
    island_artillery: Literal["one_of_each", "one_in_all"] = "one_of_each"
    # 4.7 Partisans
    damage_model: Literal["presence", "objective_cover"] = "presence"
    sabotage_reaction: Literal["none", "adjacent_ready"] = "none"
    fixed_units_defend: YesNo = "false"
    scout_covers: YesNo = "false"
    liberation_from_pool: YesNo = "true"
    battle_supply: Literal["held", "reported"] = "held"
    pp_objective: Amount = Fraction(40)
