// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { AccountDetails, AccountNumber } from "../../src/types/Account.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: configureAccount.
contract ConfigureAccountTest is AccountFixture {
    AccountDetails private open = AccountDetails(true, false, false);

    function test_Privilege_REGISTRAR_HasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        configure(alpen, baltic, 3, open);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        configure(meridian, alpen, 3, open);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        configure(meridian, alpen, 4, open);
    }

    function test_RevertWhen_TheAccountNumberIsZero() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNumberInvalid.selector, abi.encode(uint256(0))
            )
        );
        configure(meridian, alpen, 0, open);
    }

    function test_RevertWhen_TheRegistrarOpensOneForItself() external {
        refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountOwnerInvalid.selector, meridian));
        configure(meridian, meridian, 1, open);
    }

    function test_Privilege_INVESTOR_TheOwnerHasItNot() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        configure(meridian, stranger, 1, open);
    }

    function test_Privilege_CUSTODIAN_TheOwnerOfAnOmnibusAccountHasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_CUSTODIAN));
        configure(meridian, alpen, 7, AccountDetails(true, true, false));
    }

    function test_Privilege_CUSTODIAN_TheOwnerHadItUntilTheTransactionBefore() external {
        grantOn(address(registries), alpen, Privileges.REGISTRY_CUSTODIAN);
        configure(meridian, alpen, 7, AccountDetails(true, true, false));
        revokeOn(address(registries), alpen, Privileges.REGISTRY_CUSTODIAN);
        refuses(notHeld(alpen, Privileges.REGISTRY_CUSTODIAN));
        configure(meridian, alpen, 8, AccountDetails(true, true, false));
    }

    function test_Privilege_CUSTODIAN_TheOwnerHasIt_AndTheAccountIsOmnibus() external {
        grantOn(address(registries), alpen, Privileges.REGISTRY_CUSTODIAN);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountConfigured(
            meridian, alpen, num(7), AccountDetails(true, true, false)
        );
        configure(meridian, alpen, 7, AccountDetails(true, true, false));
        AccountDetails memory details = registries.accountDetails(meridian, account(alpen, 7));
        check(details.valid && details.omnibus && !details.terminateOnReceive, "details");
        check(!registries.accountDetails(nordhafen, account(alpen, 7)).valid, "another registrar's");
    }

    function test_AnAccountIsListedOnceHoweverOftenItChanges() external {
        configure(meridian, alpen, 9, open);
        configure(meridian, alpen, 9, AccountDetails(false, false, false));
        configure(meridian, alpen, 9, open);
        AccountNumber[] memory numbers = registries.accountsOf(meridian, alpen);
        same(numbers.length, 3, "accounts");
        same(AccountNumber.unwrap(numbers[2]), 9, "the new one comes last");
        same(registries.accountsOf(nordhafen, alpen).length, 2, "another registrar's");
    }

    function test_ClosingAsksNothingOfTheOwner() external {
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        configure(meridian, alpen, 1, AccountDetails(false, false, false));
        check(!registries.accountDetails(meridian, account(alpen, 1)).valid, "closed");
        holds(bond, alpen, 1, 1_000, 0);
    }
}
