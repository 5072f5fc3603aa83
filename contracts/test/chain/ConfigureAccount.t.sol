// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { AccountDetails, AccountNumber } from "../../src/types/Account.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: configureAccount, accountDetails.
contract ConfigureAccountTest is ChainFixture {
    AccountDetails private open = AccountDetails(true, false, false);

    function _set(address by, address owner, uint64 number, AccountDetails memory details) private {
        vm.prank(by);
        chains.configureAccount(account(owner, number), details);
    }

    function test_Privilege_REGISTRAR_HasItNot() external {
        refuses(notHeld(agent, Privileges.REGISTRY_REGISTRAR));
        _set(agent, alpen, 3, open);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _set(meridian, alpen, 3, open);
    }

    function test_RevertWhen_TheOwnerIsNoInvestorOrTheRegistrar() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _set(meridian, stranger, 1, open);
        refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountOwnerInvalid.selector, meridian));
        _set(meridian, meridian, 1, open);
    }

    function test_RevertWhen_TheNumberIsMissing() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNumberInvalid.selector, abi.encode(uint256(0))
            )
        );
        _set(meridian, alpen, 0, open);
    }

    function test_RevertWhen_ItWouldTerminateWhatItReceives() external {
        refuses(
            abi.encodeWithSelector(
                IChainRegistryManager.AccountCannotTerminate.selector, alpen, AccountNumber.wrap(3)
            )
        );
        _set(meridian, alpen, 3, AccountDetails(true, false, true));
    }

    function test_Privilege_CUSTODIAN_HasItNot_ForAnOmnibusAccount() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_CUSTODIAN));
        _set(meridian, alpen, 3, AccountDetails(true, true, false));
    }

    function test_Privilege_CUSTODIAN_HasIt_ForAnOmnibusAccount() external {
        _grant(alpen, Privileges.REGISTRY_CUSTODIAN);
        _set(meridian, alpen, 3, AccountDetails(true, true, false));
        check(chains.accountDetails(meridian, account(alpen, 3)).omnibus, "omnibus");
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheAccountIsItsOwn() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.AccountConfigured(meridian, alpen, AccountNumber.wrap(3), open);
        _set(meridian, alpen, 3, open);
        check(chains.accountDetails(meridian, account(alpen, 3)).valid, "open");
        check(!chains.accountDetails(nordhafen, account(alpen, 3)).valid, "another registrar's");
        _set(meridian, alpen, 3, AccountDetails(false, false, false));
        check(!chains.accountDetails(meridian, account(alpen, 3)).valid, "closed");
    }
}
