// The moves of Jeson Mor, and what they say about a position.

#pragma once

#include "board.h"

BOTH u32 leaps(int from, u32 all) {
    u32 targets = 0;
    for (int way = 0; way < 4; way++)
        if (!(FACTS.leg[from][way] & all)) targets |= FACTS.leap[from][way];
    return targets;
}

// Where an archer goes without capturing; in `over` what lies behind one piece.
BOTH u32 slides(int from, u32 all, u32 &over) {
    u32 targets = 0;
    over = 0;
    for (int way = 0; way < 4; way++) {
        u32 ray = FACTS.ray[from][way], met = ray & all;
        if (!met) {
            targets |= ray;
        } else if (way < 2) {
            u32 screen = met & -met;
            targets |= ray & (screen - 1);
            met ^= screen;
            over |= met & -met;
        } else {
            u32 screen = 1u << HIGHEST(met);
            targets |= ray & ~(screen | (screen - 1));
            met ^= screen;
            if (met) over |= 1u << HIGHEST(met);
        }
    }
    return targets;
}

BOTH u32 targets_of(const Board &board, int side, bool archer, int from) {
    u32 all = occupied(board), own = board.knights[side] | board.archers[side], over;
    if (!archer) return leaps(from, all) & ~own;
    u32 targets = slides(from, all, over);
    return targets | (over & ~own);
}

BOTH Board after(const Board &board, int side, bool archer, int from, u32 target) {
    Board next = board;
    (archer ? next.archers : next.knights)[side] ^= 1u << from | target;
    next.knights[1 - side] &= ~target;
    next.archers[1 - side] &= ~target;
    return next;
}

BOTH bool can_leave(const Board &board, int side) {
    return board.knights[side] >> CENTRE & 1 && targets_of(board, side, false, CENTRE);
}

// White to move wins at once, by a capture, or by being stuck.
BOTH bool wins_soon(const Board &board) {
    if (can_leave(board, WHITE)) return true;
    u32 foes = board.knights[BLACK] | board.archers[BLACK];
    bool last = !(foes & (foes - 1)), stuck = true;
    for (int archer = 0; archer < 2; archer++)
        for (u32 set = (archer ? board.archers : board.knights)[WHITE]; set; set &= set - 1) {
            u32 targets = targets_of(board, WHITE, archer, LOWEST(set));
            if (targets) stuck = false;
            for (targets &= foes; targets; targets &= targets - 1)
                if (last || is_won(BLACK, after(board, WHITE, archer, LOWEST(set), targets & -targets)))
                    return true;
        }
    return stuck && FACTS.given;
}

// Black to move loses by every move, as far as is known; or by being stuck.
BOTH bool is_lost(const Board &board) {
    if (can_leave(board, BLACK)) return false;
    u32 foes = board.knights[WHITE] | board.archers[WHITE];
    bool last = !(foes & (foes - 1)), stuck = true;
    for (int archer = 1; archer >= 0; archer--)
        for (u32 set = (archer ? board.archers : board.knights)[BLACK]; set; set &= set - 1)
            for (u32 targets = targets_of(board, BLACK, archer, LOWEST(set)); targets; targets &= targets - 1) {
                u32 target = targets & -targets;
                if (last && target & foes) return false;
                if (!is_won(WHITE, after(board, BLACK, archer, LOWEST(set), target))) return false;
                stuck = false;
            }
    return !stuck || FACTS.given;
}

// Note all positions from which White comes here without capturing.
BOTH int note_before(const Board &board) {
    int found = 0;
    u32 all = occupied(board), over;
    for (u32 set = board.knights[WHITE]; set; set &= set - 1) {
        int here = LOWEST(set);
        for (int i = 0; i < FACTS.origins[here]; i++)
            if (!((FACTS.origin[here][i] | FACTS.blocked[here][i]) & all))
                found += note(WHITE, after(board, WHITE, false, here, FACTS.origin[here][i]));
    }
    for (u32 set = board.archers[WHITE]; set; set &= set - 1)
        for (u32 from = slides(LOWEST(set), all, over); from; from &= from - 1)
            found += note(WHITE, after(board, WHITE, true, LOWEST(set), from & -from));
    return found;
}
