// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { Account, AccountNumber } from "../../src/types/Account.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: prepareEntry, preparedEntries.
contract PrepareEntryTest is AccountFixture {
    function _prepare(address by, bytes32 ref, address to, uint256 quantity) private {
        vm.prank(by);
        registries.prepareEntry(bond, ref, account(to, 1), quantity);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(bond, nordhafen));
        _prepare(nordhafen, "ref", alpen, 5);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _prepare(meridian, "ref", alpen, 5);
    }

    function test_RevertWhen_TheReferenceIsMissingOrTaken() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.EntryReferenceMissing.selector));
        _prepare(meridian, 0, alpen, 5);
        _prepare(meridian, "ref", alpen, 5);
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.EntryAlreadyPrepared.selector, bond, bytes32("ref")
            )
        );
        _prepare(meridian, "ref", baltic, 6);
    }

    function test_RevertWhen_TheReceiverMayNotReceive() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _prepare(meridian, "ref", stranger, 5);
        blacklist(alpen);
        refuses(blacklisted(alpen));
        _prepare(meridian, "ref", alpen, 5);
    }

    function test_CON14_APreparedIssueOfNothingOrTooMuchIsRefused() external {
        refuses(quantityInvalid(0));
        _prepare(meridian, "ref", alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _prepare(meridian, "ref", alpen, 1 << 128);
    }

    function test_P36_NothingIsPreparedWhileSuspended() external {
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _prepare(meridian, "ref", alpen, 5);
    }

    function test_P02_APreparedIssueCountsNowhere() external {
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.EntryPrepared(bond, "ref", alpen, num(1), 5);
        _prepare(meridian, "ref", alpen, 5);
        (Account memory to, uint256 quantity) = registries.preparedEntries(bond, "ref");
        same(to.owner, alpen, "owner");
        same(AccountNumber.unwrap(to.accountNum), 1, "account");
        same(quantity, 5, "quantity");
        holds(bond, alpen, 1, 1_000, 0);
        supplyIs(bond, 2_000, 0);
    }
}
