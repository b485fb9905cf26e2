"""Every open point of chapters 40, 44 and 51 has a name, and is a ruling or a fixed reading with its reason."""

import pytest

from models.rulings import DEFAULTS
from planner.rules.clauses import clauses

OPEN_POINTS = {
    "40": """
        abandonment_checks_per_turn capture_clock damaged_fortress_floor decay_phase_of depot_rp ent_holder
        fort_building fort_garrison_min_re fort_garrison_test fort_marker_counts_as_garrison fort_marker_occupies
        fort_sr_basis ifa_reduction perm_fort_max unimproved_fort_is
    """,
    "44": """
        air_sub_rounding allied_chart_lines allied_penalty_group allied_trigger any_ground belgium_requirement
        cap_counts commonwealth_counts_as_british conflict_policy cyrenaica_order deactivate_phase
        deferred_activation_phase deficit_policy dot_city_ussr double_count eliminated_link eliminated_pools
        eliminated_scope flexible_rounding forming_marker_locks fort_marker_counts_as_garrison fort_marker_occupies
        france_adjacent_counts france_shift_phase france_shift_precondition garrison_offset_scope garrison_tag_policy
        greece_garrisoned_trigger greece_yugo_eligibility greece_yugo_major_unit greece_yugo_rounding
        greek_release_equiv half_rounding italy_zone_delay_turns multi_md_activation naval_check_phase
        naval_sp_rounding naval_unpayable nonre_shortfall north_africa_mode occupation_checks
        occupation_reference_cities occupation_rounding_group occupation_surplus occupation_vp_per_re
        offset_after_activation offset_includes_forming oos_units_status partisan_attack_value partisans_exempt
        placed_units_count placement_fallback rail_move_spends_mp refill_on_deactivate removal_class_map removal_mix
        removal_phase removal_reduces_requirement removal_scope removal_strength_basis return_to_garrison return_units
        rhodes_mode soviet_occupation split_unit_re sr_units_double_count stationary_rule tf_counts
        unspecified_penalty ussr_penalty west_invaded_scope
    """,
    "51": """
        add_garrison_when_active add_pool_fast_window allied_france_placement allied_poland_placement any_city_scope
        convert_effort_weight convert_mandatory convert_requirements de_md_arrival_cap delay_requires_full
        disarm_force_income disarm_rounding disband_bonus_excludes disband_cap_includes_militia early_activation
        early_fail_specials early_mod_rounding edge_reserve_sp forfeit_basis form_affiliation_exceptions
        form_cost_by_type form_pool form_requirements infantry_types lost_area mobilize_needs_depot or_depot_arrival
        overstack_mode pool_missing pool_refund_delay pool_reorg_cost port_capacity_unit rebuilt_per_hex
        release_carryover release_missing reorg_chart replace_churn replace_from rp_deficit_limit rp_share
        soviet_placement srp_conversion stack_limit_divisions transfer_isolated transfer_match_nation
        upgrade_uses_current_income use_unit_ids
    """,
}


def chapter_of(clause_id: str) -> str:
    return clause_id.partition("#")[0].partition(".")[0]


@pytest.mark.parametrize("chapter", OPEN_POINTS)
def test_no_open_point_is_dropped(chapter: str) -> None:
    """Each is named by a clause of its chapter, and a new one stands in this list too."""
    mine = [clause for clause in clauses("europa") if chapter_of(clause.id) == chapter]
    assert {name for clause in mine for name in (*clause.ruling, *clause.fixed)} == set(OPEN_POINTS[chapter].split())


def test_a_fixed_reading_is_no_ruling_and_gives_its_reason() -> None:
    fixed = [(clause.id, name, why) for clause in clauses("europa") for name, why in clause.fixed.items()]
    assert not [entry for entry in fixed if entry[1] in DEFAULTS]
    assert not [entry for entry in fixed if len(entry[2].split()) < 5]
