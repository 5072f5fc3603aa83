// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../../src/interfaces/IAccountRegistryManager.sol";
import { Account, AccountNumber } from "../../../src/types/Account.sol";
import { RegistryId } from "../../../src/types/Registry.sol";
import { Test } from "../../support/Test.sol";
import { AccountActor } from "./AccountActor.sol";

/// @title At every moment of a registry's life, whatever anybody did in it: the properties 1 to 5, 8, 36 and 37.
struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

contract AccountsInvariants is Test {
    AccountActor private actor;
    IAccountRegistryManager private manager;
    RegistryId private registryId;

    function setUp() external {
        actor = new AccountActor();
        manager = actor.manager();
        registryId = actor.registryId();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[14] memory wanted = [
            AccountActor.advance.selector,
            AccountActor.bring.selector,
            AccountActor.move.selector,
            AccountActor.spend.selector,
            AccountActor.allow.selector,
            AccountActor.force.selector,
            AccountActor.reorganise.selector,
            AccountActor.mark.selector,
            AccountActor.unmark.selector,
            AccountActor.terminate.selector,
            AccountActor.earmark.selector,
            AccountActor.close.selector,
            AccountActor.toggleSender.selector,
            AccountActor.intrude.selector
        ];
        bytes4[] memory selectors = new bytes4[](wanted.length);
        for (uint256 i; i < wanted.length; ++i) {
            selectors[i] = wanted[i];
        }
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(actor), selectors);
    }

    function invariant_P01_P02_P04_TheSumOfAllBalancesIsWhatWasIssuedLessWhatWasTerminated() external view {
        (uint256 issued, uint256 terminated) = manager.supplyOf(registryId);
        same(issued, actor.issued(), "issued");
        same(terminated, actor.terminated(), "terminated");
        uint256 sum;
        for (uint256 i; i < 3; ++i) {
            sum += manager.balanceOf(registryId, actor.investor(i));
        }
        same(sum, issued - terminated, "sum of balances");
        same(manager.totalSupplyOf(registryId), sum, "supply");
    }

    function invariant_P03_P05_EachAccountHoldsWhatItsPartiesWanted() external view {
        for (uint256 i; i < 6; ++i) {
            (address owner, uint64 number) = (actor.investor(i % 3), uint64(1 + (i / 3)));
            Account memory account = Account(owner, AccountNumber.wrap(number));
            (uint256 balance, uint256 earmarked, uint256 marked) = actor.holdings(owner, number);
            same(manager.balanceOf(registryId, account), balance, "balance");
            same(manager.earmarkedBalanceOf(registryId, account), earmarked, "earmarked");
            same(manager.markedBalanceOf(registryId, account), marked, "marked");
            check(earmarked <= balance, "more earmarked than held");
            same(actor.earmarkedByProtocol(owner, number) + marked, earmarked, "earmarks by reference");
        }
    }

    function invariant_P08_AllowancesFallOnlyByWhatWasMoved() external view {
        for (uint256 i; i < 9; ++i) {
            (address owner, address spender) = (actor.investor(i % 3), actor.investor(i / 3));
            same(manager.allowance(registryId, owner, spender), actor.allowed(owner, spender), "allowance");
        }
    }

    function invariant_P36_P37_TheRegistryIsInTheStateItsRegistrarChose() external view {
        same(uint256(manager.registries(registryId).registryState), uint256(actor.state()), "registry state");
    }
}
