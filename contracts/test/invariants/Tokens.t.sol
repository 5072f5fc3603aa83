// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { LegFlags } from "../../src/delivery/LegFlags.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Test } from "../support/Test.sol";
import { FuzzSelector } from "./Escrow.t.sol";
import { TokenHandler } from "./TokenHandler.sol";

/// @title Tokens, locks and bonds are where the deliveries say: the properties 10, 42, 43 and 44.
contract TokenInvariants is Test {
    using LegFlags for uint256;

    TokenHandler private handler;

    function setUp() external {
        handler = new TokenHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[14] memory wanted = [
            TokenHandler.open.selector,
            TokenHandler.open.selector,
            TokenHandler.confirmSome.selector,
            TokenHandler.confirmSome.selector,
            TokenHandler.confirmSome.selector,
            TokenHandler.send.selector,
            TokenHandler.send.selector,
            TokenHandler.receiveSome.selector,
            TokenHandler.receiveSome.selector,
            TokenHandler.receiveSome.selector,
            TokenHandler.cancelOne.selector,
            TokenHandler.unlockAndCancelOne.selector,
            TokenHandler.expire.selector,
            TokenHandler.pass.selector
        ];
        bytes4[] memory selectors = new bytes4[](wanted.length);
        for (uint256 i; i < wanted.length; ++i) {
            selectors[i] = wanted[i];
        }
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    /// @dev What Alpen, Baltic and each escrow have: at first, less what open deliveries hold of it, and with what
    /// settled ones moved. All legs of a delivery or none.
    function invariant_P10_P42_P43_P44_EverythingIsWhereTheDeliveriesSay() external view {
        int256[5] memory euros = [int256(1_000), 1_000, 0, 0, 0];
        int256[5] memory deeds = [int256(1), 1, 0, 0, 0];
        int256[2] memory bonds = [int256(1_000), 1_000];
        int256[2] memory earmarked;
        uint256 count = handler.numOpened();
        for (uint256 d; d < count; ++d) {
            (DeliveryState state, uint256 flags, Leg[] memory legs) = handler.delivery(d);
            for (uint256 i; i < legs.length; ++i) {
                Leg memory leg = legs[i];
                uint256 from = handler.isAlpen(leg.sender) ? 0 : 1;
                uint256 to = _place(state, flags.ofLeg(i), leg, from);
                if (leg.legType == LegType.DIGITAL) {
                    if (to == 1 - from) _move(bonds, from, to, leg.quantity);
                    else if (to != from) earmarked[from] += int256(leg.quantity);
                } else if (leg.legType == LegType.ERC721) {
                    deeds[from] -= 1;
                    deeds[to] += 1;
                } else if (leg.legType != LegType.EXTERNAL && to != from) {
                    euros[from] -= int256(leg.quantity);
                    euros[to] += int256(leg.quantity);
                }
            }
        }
        _compare(euros, deeds, bonds, earmarked);
    }

    /// @dev Where the leg's asset is: with its sender, its receiver, or in between.
    function _place(DeliveryState state, uint256 bits, Leg memory leg, uint256 from)
        private
        pure
        returns (uint256)
    {
        if (state == DeliveryState.SETTLED) return 1 - from;
        if (state == DeliveryState.CANCELED || !bits.hasAny(LegFlags.SENDER)) return from;
        if (leg.legType == LegType.HTLC) return 4;
        return leg.legType == LegType.ERC721 ? 3 : 2;
    }

    function _move(int256[2] memory held, uint256 from, uint256 to, uint256 quantity) private pure {
        held[from] -= int256(quantity);
        held[to] += int256(quantity);
    }

    function _compare(
        int256[5] memory euros,
        int256[5] memory deeds,
        int256[2] memory bonds,
        int256[2] memory earmarked
    ) private view {
        (uint256[5] memory hasEuros, uint256[5] memory hasDeeds) = handler.balances();
        (uint256[2] memory hasBonds, uint256[2] memory hasEarmarked) = handler.bonds();
        for (uint256 i; i < 5; ++i) {
            check(int256(hasEuros[i]) == euros[i], "tokens");
            check(int256(hasDeeds[i]) == deeds[i], "items");
        }
        for (uint256 i; i < 2; ++i) {
            check(int256(hasBonds[i]) == bonds[i], "bonds");
            check(int256(hasEarmarked[i]) == earmarked[i], "earmarked bonds");
        }
    }
}
