// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { Test } from "../support/Test.sol";
import { ChainHandler } from "./ChainHandler.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title At every moment, after whatever anybody did over custody chains: the properties 3, 5 and 9.
contract ChainInvariants is Test {
    ChainHandler private handler;

    function setUp() external {
        handler = new ChainHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](11);
        selectors[0] = ChainHandler.onramp.selector;
        selectors[1] = ChainHandler.offramp.selector;
        selectors[2] = ChainHandler.mark.selector;
        selectors[3] = ChainHandler.unmark.selector;
        selectors[4] = ChainHandler.transfer.selector;
        selectors[5] = ChainHandler.reorg.selector;
        selectors[6] = ChainHandler.force.selector;
        selectors[7] = ChainHandler.prepare.selector;
        selectors[8] = ChainHandler.settle.selector;
        selectors[9] = ChainHandler.release.selector;
        selectors[10] = ChainHandler.toggleSuspension.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    /// @dev On-ramped less off-ramped is what is held, over each chain and over all of them.
    function invariant_P09_WhatIsHeldIsWhatWasOnrampedLessOfframped() external view {
        (uint256 total, uint256 totalOn, uint256 totalOff) = (0, 0, 0);
        for (uint256 c = 1; c < 3; ++c) {
            CustodyChainId custodyChainId = handler.chain(c);
            uint256 held;
            for (uint256 i; i < 6; ++i) {
                (uint256 balance,,) = handler.position(custodyChainId, handler.investor(i), uint64(1 + i / 3));
                held += balance;
            }
            (uint256 onramped, uint256 offramped,,) = handler.supplies(custodyChainId);
            same(onramped, handler.onramped(custodyChainId), "on-ramped differs from the model");
            same(offramped, handler.offramped(custodyChainId), "off-ramped differs from the model");
            same(held, onramped - offramped, "a chain's totals are not its balances");
            (total, totalOn, totalOff) = (total + held, totalOn + onramped, totalOff + offramped);
        }
        (,, uint256 allOn, uint256 allOff) = handler.supplies(handler.chain(1));
        same(allOn, totalOn, "on-ramped over all chains");
        same(allOff, totalOff, "off-ramped over all chains");
        same(handler.totalSupply(), total, "the registry's total is not the sum of balances");
    }

    /// @dev What is earmarked is what live movements hold, and what is marked; never more than there is.
    function invariant_P03_WhatIsEarmarkedIsHeldByMovementsOrMarked() external view {
        for (uint256 c = 1; c < 3; ++c) {
            CustodyChainId custodyChainId = handler.chain(c);
            for (uint256 i; i < 6; ++i) {
                (address owner, uint64 number) = (handler.investor(i), uint64(1 + i / 3));
                (uint256 balance, uint256 earmarked, uint256 marked) =
                    handler.position(custodyChainId, owner, number);
                check(earmarked <= balance, "more earmarked than held");
                uint256 held = number == 1 ? handler.heldByMovements(custodyChainId, owner) : 0;
                same(earmarked, held + marked, "an earmark that nobody holds");
            }
        }
    }

    /// @dev Every account is as the model has it: nothing moved but by its party's will.
    function invariant_P05_NothingMovesButByTheNamedPartysWill() external view {
        for (uint256 c = 1; c < 3; ++c) {
            CustodyChainId custodyChainId = handler.chain(c);
            for (uint256 i; i < 6; ++i) {
                (address owner, uint64 number) = (handler.investor(i), uint64(1 + i / 3));
                (uint256 balance, uint256 earmarked, uint256 marked) =
                    handler.position(custodyChainId, owner, number);
                (uint256 held, uint256 aside, uint256 ownMarks) =
                    handler.holdings(custodyChainId, owner, number);
                same(balance, held, "balance differs from the model");
                same(earmarked, aside, "earmarked differs from the model");
                same(marked, ownMarks, "marked differs from the model");
            }
        }
    }
}
