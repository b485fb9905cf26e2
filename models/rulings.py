"""Rulings: one named choice wherever the rule text can be read in more than one way. The first is our default."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator

from models.position import TableRulings
from models.quantities import Amount, Exact

Rounding = Literal["proportional", "floor", "ceil"]


def _yes_or_no(value: object) -> object:
    return (
        {"yes": "true", "no": "false", True: "true", False: "false"}.get(value, value)
        if isinstance(value, str | bool)
        else value
    )


YesNo = Annotated[Literal["true", "false"], BeforeValidator(_yes_or_no)]


def _shortfall(value: str) -> str:
    if value not in ("hard", "warn") and not re.fullmatch(r"weight:\d{1,4}(/\d{1,3})?", value):
        raise ValueError(f"{value!r}: write hard, warn or weight:<VPs each>, e.g. weight:1/2")
    return value


class Rulings(TableRulings):
    """How this table reads chapter 44. `garrison rules` explains each by the clauses it belongs to."""

    # 44 and 44.A
    stationary_rule: Literal["declare_then_pin", "since_last_check", "snapshot"] = "declare_then_pin"
    placed_units_count: Literal["after_placement", "at_once"] = "after_placement"
    rail_move_spends_mp: YesNo = "true"
    nonre_shortfall: Annotated[str, AfterValidator(_shortfall)] = "hard"
    return_to_garrison: Literal["allowed_44A4", "forbidden"] = "allowed_44A4"
    eliminated_pools: Literal["eliminated_box", "both"] = "eliminated_box"
    eliminated_scope: Literal["all_re_garrisons", "md_boxes_only", "off"] = "all_re_garrisons"
    eliminated_link: Literal["theatre", "md", "anywhere"] = "theatre"
    split_unit_re: YesNo = "true"
    double_count: Literal["explicit_only", "allowed_unless_additive"] = "explicit_only"
    # 44.A.1 to 44.A.5
    half_rounding: Literal["whole_re", "exact_half"] = "whole_re"
    oos_units_status: Literal["restricted_not_active", "active"] = "restricted_not_active"
    multi_md_activation: Literal["france_only", "per_md_all", "whole_all"] = "france_only"
    cap_counts: Literal["live_units", "all_credits"] = "live_units"
    france_adjacent_counts: Literal["phasing_only", "never"] = "phasing_only"
    france_shift_phase: Literal["own", "any"] = "own"
    france_shift_precondition: Literal["none", "after_activation"] = "none"
    placement_fallback: Literal["none_exist", "none_usable"] = "none_exist"
    refill_on_deactivate: Literal["voluntary", "mandatory"] = "voluntary"
    return_units: Literal["listed", "any"] = "listed"
    removal_reduces_requirement: YesNo = "true"
    removal_scope: Literal["box_garrisons", "all"] = "box_garrisons"
    removal_strength_basis: Literal["average", "attack", "defence"] = "average"
    removal_mix: Literal["per_point", "per_unit"] = "per_point"
    # 44.A.6
    naval_check_phase: Literal["allied_initial", "each_player_turn"] = "allied_initial"
    tf_counts: Literal["all", "at_sea_or_operational"] = "all"
    naval_sp_rounding: Rounding = "proportional"
    naval_unpayable: Literal["deficit", "waived"] = "deficit"
    # 44.A.7.a
    garrison_tag_policy: Literal["wording", "tag"] = "wording"
    flexible_rounding: Rounding = "proportional"
    fort_marker_counts_as_garrison: YesNo = "false"
    sr_units_double_count: YesNo = "true"
    greece_yugo_eligibility: Literal["garrison_category", "any_combat"] = "garrison_category"
    greece_yugo_rounding: Rounding = "proportional"
    greece_yugo_major_unit: Literal["city", "hex"] = "city"
    rhodes_mode: Literal["immobile", "flexible"] = "immobile"
    greek_release_equiv: YesNo = "true"
    unspecified_penalty: Literal["vp_0.5", "hard", "vp_1.0"] = "vp_0.5"
    any_ground: Literal["all_ground", "combat_only"] = "all_ground"
    north_africa_mode: Literal["flexible", "hard"] = "flexible"
    cyrenaica_order: Literal["alternate", "infantry_once"] = "alternate"
    # 44.A.7.b
    allied_trigger: Literal["city_or_town", "city"] = "city_or_town"
    allied_chart_lines: Literal["delta", "absolute"] = "delta"
    west_invaded_scope: Literal["combined", "same_country"] = "combined"
    greece_garrisoned_trigger: Literal["condition", "date"] = "condition"
    commonwealth_counts_as_british: YesNo = "false"
    air_sub_rounding: Literal["floor", "half"] = "floor"
    allied_penalty_group: Literal["garrison_nationality", "nationality"] = "garrison_nationality"
    # 44.B
    italy_zone_delay_turns: Literal["2", "0", "1"] = "2"
    ussr_penalty: Literal["weighted_same", "none"] = "weighted_same"
    soviet_occupation: Literal["off", "mirror_axis"] = "off"
    occupation_reference_cities: Literal["include", "exclude"] = "include"
    occupation_vp_per_re: Literal["0", "0.5"] = "0"
    dot_city_ussr: Literal["include", "exclude"] = "include"
    fort_marker_occupies: YesNo = "false"
    partisans_exempt: YesNo = "false"
    offset_includes_forming: YesNo = "false"
    offset_after_activation: Literal["forces_left", "none"] = "forces_left"
    garrison_offset_scope: Literal["garrison_area", "zone"] = "garrison_area"
    occupation_surplus: Literal["capped_per_city", "pooled_by_zone"] = "capped_per_city"
    belgium_requirement: Literal["rates", "text11"] = "rates"
    occupation_checks: Literal["allied_only", "allied_and_soviet"] = "allied_only"
    occupation_rounding_group: Literal["zone", "city"] = "zone"
    partisan_attack_value: Exact = Fraction(1, 2)
    # 52
    reduced_rate_base: Literal["strength_step_off_inf", "inf_part_only", "all_kinds_70pct"] = "strength_step_off_inf"
    discount_stacking: Literal["additive", "multiplicative"] = "additive"
    limited_cadre_delay: Literal["printed", "base_plus_double_extras", "double_all"] = "printed"
    position_aa_rounding: Literal["pro_rata", "up_to_pair"] = "pro_rata"
    recovery_rp_delay: Literal["0", "1"] = "0"
    scrap_rp_delay: Literal["1", "0"] = "1"
    city_waives_supply: YesNo = "true"
    national_build_any_front: YesNo = "false"
    limited_requires_national_box: YesNo = "true"
    transfer_hops_per_turn: Literal["unlimited", "1"] = "unlimited"
    special_rp_available: Literal["t_plus_1", "same_turn"] = "t_plus_1"
    supply_isolated_special_rate: Literal["1/10", "0"] = "1/10"
    factory_oos: Literal["either", "both"] = "either"
    volunteer_first_turn: Literal["invasion_turn", "next_even"] = "invasion_turn"
    reduced_rate_delay: Literal["plus4", "times2"] = "plus4"
    box_shift_re_factor: Literal["1", "1/2"] = "1"
    recover_from_national_box: YesNo = "true"
    scrap_re_factor: Literal["1", "1/2"] = "1"
    home_discount_kind: Literal["proportional", "inf_only"] = "proportional"
    home_discount_scope: Literal["cadre", "all_eliminated"] = "cadre"
    elim_to_cadre_kind: Literal["unit_split", "inf_only"] = "unit_split"
    major_depot_cost: Literal["3/2", "3"] = "3/2"
    pool_transfer_delay: Literal["0", "1"] = "0"
    supply_exception_for_remnants: YesNo = "false"
    limited_training_route: YesNo = "true"
    commando_budget: Literal["limited_quarter", "own"] = "limited_quarter"
    ss_uses_political_budget: YesNo = "true"
    axis_limits_scope: Literal["per_nationality", "german_only"] = "per_nationality"
    allied_limited_saving: YesNo = "true"
    contingent_division_free: YesNo = "true"
    contingent_repay: Literal["divert", "duplicate"] = "divert"
    md_pool_links: Literal["in_only", "both", "none"] = "in_only"
    md_transfer_cap: Amount = Fraction(10)
    city_relief_merges: YesNo = "true"
    met_fallback: Literal["no_income", "never"] = "no_income"
    factory_oos_reset: Literal["immediate", "decrement"] = "immediate"
    volunteer_mixing: Literal["infantry_only", "none"] = "infantry_only"
    soviet_isolated_loc_rate: Literal["2/5", "off"] = "2/5"
    disrupted_points_kind: Literal["split", "inf"] = "split"
    training_re_counts_forming: YesNo = "false"
    training_pool_penalty: Literal["per_turn", "per_receipt"] = "per_turn"
    nkvd_disband_re_bonus: YesNo = "false"
    guards_swap_from: Literal["sep_2_43", "sep_1_43"] = "sep_2_43"
    allow_new_units: YesNo = "false"
    aux_dissolve_rate: Literal["1/10", "1", "0"] = "1/10"
    # 52, who pays, how much, and when
    german_576: Literal["terminal", "step"] = "terminal"
    indian_mix_scope: Literal["unit", "turn"] = "unit"
    contingent_debt_cap: Literal["per_kind_outstanding", "joint_outstanding", "lifetime"] = "per_kind_outstanding"
    debt_fractional: YesNo = "true"
    limited_surcharge_base: Literal["cadre", "full"] = "cadre"
    limited_re_charge: Literal["re_difference", "full_re"] = "re_difference"
    limited_cadre_re_fraction: Literal["1/2", "1"] = "1/2"
    winterized_cadre_re_fraction: Literal["1", "1/2"] = "1"
    training_route_re: Literal["0", "1"] = "0"
    dropped_mountain_counts_as_light_limit: YesNo = "false"
    restore_granularity: Literal["all", "per_type"] = "all"
    first_month: Literal["full", "prorated"] = "full"
    free_contingent_delay: Literal["4", "0"] = "4"
    reduced_rate_pickup: Literal["inactive_only", "anywhere_in_supply"] = "inactive_only"
    forming_garrison_re: Literal["target", "source"] = "target"
    rebuild_on_arrival: YesNo = "false"
    remnant_may_attack: YesNo = "false"
    missing_chart_entry: Literal["default_split", "error"] = "default_split"
    # 52, boxes, tracks and places
    track_owner: Literal["paying_node", "choose_within_theatre"] = "paying_node"
    factory_hex_cap: Literal["52D2c", "3"] = "52D2c"
    elim_box_level: Literal["front", "md"] = "front"
    iso_release_pool: Literal["national", "any"] = "national"
    iso_release_destination: Literal["national", "chosen_theatre"] = "national"
    recovery_strength: Literal["full", "last_state"] = "full"
    scrap_excludes: Literal["components", "components_and_parents"] = "components"
    ob_recall_mandatory: YesNo = "false"
    pool_transfer_needs_rail_line: Literal["rail_mode_only", "always"] = "rail_mode_only"
    elim_box_fallback: Literal["no_city_left", "line_broken"] = "no_city_left"
    elim_re_factor_scope: Literal["transport", "all"] = "transport"
    aux_inbound_transfer: YesNo = "true"
    # 52, nations
    reserve_half_by: Literal["units", "REs"] = "units"
    unlisted_cm_special: Literal["inf_only", "by_split"] = "inf_only"
    exile_free_french: Literal["any", "none"] = "any"
    cadre_loss_base: Literal["average", "attack"] = "average"
    allied_casualty_ratio_from: Literal["jan_1_43", "jan_2_43"] = "jan_1_43"
    minor_rate_change_turn: Literal["jan_1_43", "jan_2_43"] = "jan_1_43"
    axis_unlisted_rate: Amount = Fraction(2, 5)
    training_cap_rounding: Literal["floor", "ceil"] = "floor"
    training_cap_scope: Literal["reinforcements", "both"] = "reinforcements"
    militia_spend_share: Literal["any", "whole"] = "any"
    upgrade_pool: Literal["general", "md"] = "general"
    # 40
    fort_garrison_test: Literal["unit_or_strength", "unit_required"] = "unit_or_strength"
    fort_garrison_min_re: Literal["any", "1/2", "1"] = "any"
    ifa_reduction: Literal["reduce", "immune"] = "reduce"
    ent_holder: Literal["combat_unit", "one_re"] = "combat_unit"
    damaged_fortress_floor: YesNo = "true"
    fort_building: Literal["off", "table"] = "off"
    fort_sr_basis: Literal["points", "average"] = "points"
    unimproved_fort_is: Literal["fort", "damaged_fort"] = "fort"
    perm_fort_max: Literal["printed", "3"] = "printed"
    abandonment_checks_per_turn: Literal["1", "per_enemy_player_turn"] = "1"
    # 51
    use_unit_ids: YesNo = "false"
    convert_mandatory: YesNo = "true"
    forfeit_basis: Literal["full", "cadre"] = "full"
    pool_missing: Literal["map_then_delay", "delay_only"] = "map_then_delay"
    replace_from: Literal["either", "eliminated_only"] = "either"
    transfer_isolated: Literal["last_resort", "forbid"] = "last_resort"
    delay_requires_full: YesNo = "true"
    overstack_mode: Literal["soft", "forbid", "cap"] = "soft"
    lost_area: Literal["eliminate_delayed", "eliminate_all", "delay_all"] = "eliminate_delayed"
    edge_reserve_sp: Literal["reserve_only", "all"] = "reserve_only"
    or_depot_arrival: Literal["forced", "optional"] = "forced"
    srp_conversion: Literal["replace", "add"] = "replace"
    add_garrison_when_active: Literal["map", "box"] = "map"
    convert_requirements: Literal["cadre_rebuild", "none"] = "cadre_rebuild"
    form_requirements: Literal["cadre_rebuild", "none"] = "cadre_rebuild"
    form_cost_by_type: YesNo = "true"
    disarm_rounding: Literal["sum_then_floor", "per_type_floor"] = "sum_then_floor"
    disarm_force_income: YesNo = "true"
    disband_bonus_excludes: Literal["militia_and_nkvd", "militia"] = "militia_and_nkvd"
    disband_cap_includes_militia: YesNo = "true"
    infantry_types: Literal["garrison_list", "form_list"] = "garrison_list"
    pool_reorg_cost: Literal["chart", "free"] = "chart"
    pool_refund_delay: Literal["0", "1"] = "0"
    replace_churn: Literal["allow", "forbid"] = "allow"
    release_carryover: YesNo = "false"
    release_missing: Literal["ignore", "delay"] = "ignore"
    de_md_arrival_cap: YesNo = "true"
    early_activation: Literal["off", "ev"] = "off"
    early_fail_specials: YesNo = "true"
    early_mod_rounding: Literal["floor", "ceil"] = "floor"
    rebuilt_per_hex: Literal["both", "one_unit", "three_re"] = "both"
    any_city_scope: Literal["turn", "line"] = "turn"
    add_pool_fast_window: Literal["turn", "any"] = "turn"
    convert_effort_weight: Amount = Fraction(1)
    form_pool: Literal["front", "national"] = "front"
    transfer_match_nation: YesNo = "true"
    port_capacity_unit: Literal["re", "unit"] = "re"


DEFAULTS: dict[str, str] = Rulings().model_dump()
