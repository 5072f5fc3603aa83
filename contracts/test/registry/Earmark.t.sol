// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: earmark, preparedSides, preparedAccounts. This test is the protocol.
contract EarmarkTest is AccountFixture {
    function wanted() private view returns (IRegistry.Movement memory) {
        return movement(alpen, baltic, 400);
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        bytes memory err = notHeld(alpen, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        vm.startPrank(alpen);
        refuses(err);
        registries.earmark(wanted(), data(1));
        refuses(err);
        registries.setReceivingAccount(wanted(), data(1));
        refuses(err);
        registries.transferAndUnearmark(wanted());
    }

    function test_CON05_MoreThanIsFreeIsNotEarmarked() external {
        registries.earmark(movement(alpen, baltic, 700), data(1));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.QuantityNotAvailable.selector,
                bond,
                alpen,
                AccountNumber.wrap(1),
                300,
                301
            )
        );
        registries.earmark(movement(alpen, baltic, 301), data(1));
    }

    function test_RevertWhen_EarmarkedTwice() external {
        registries.earmark(wanted(), data(1));
        refuses(abi.encodeWithSelector(IRegistry.EarmarkAlreadyTaken.selector, bytes32("ref")));
        registries.earmark(wanted(), data(1));
    }

    function test_RevertWhen_TheAccountDataIsMalformed() external {
        bytes[4] memory wrong =
            [bytes(""), abi.encode(uint256(0)), abi.encode(uint256(type(uint64).max) + 1), abi.encode(1, 1)];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountNumberInvalid.selector, wrong[i]));
            registries.earmark(wanted(), wrong[i]);
            refuses(abi.encodeWithSelector(IAccountRegistryManager.AccountNumberInvalid.selector, wrong[i]));
            registries.setReceivingAccount(wanted(), wrong[i]);
        }
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNotOpen.selector, meridian, alpen, AccountNumber.wrap(3)
            )
        );
        registries.earmark(wanted(), data(3));
        refuses(
            abi.encodeWithSelector(
                IAccountRegistryManager.AccountNotOpen.selector, meridian, baltic, AccountNumber.wrap(3)
            )
        );
        registries.setReceivingAccount(wanted(), data(3));
    }

    function test_Privilege_INVESTOR_EitherPartyHadItUntilTheTransactionBefore() external {
        address[2] memory parties = [alpen, baltic];
        for (uint256 i; i < parties.length; ++i) {
            revokeOn(address(registries), parties[i], Privileges.REGISTRY_INVESTOR);
            bytes memory err = notHeld(parties[i], Privileges.REGISTRY_INVESTOR);
            refuses(err);
            registries.earmark(wanted(), data(1));
            refuses(err);
            registries.setReceivingAccount(wanted(), data(1));
            refuses(err);
            registries.checkMovement(wanted());
            grantOn(address(registries), parties[i], Privileges.REGISTRY_INVESTOR);
        }
    }

    function test_RevertWhen_TheRegistrarIsTreatedAsInvestor() external {
        refuses(abi.encodeWithSelector(IRegistry.MovementWithoutInvestor.selector, bond));
        registries.earmark(movement(meridian, alpen, 1), data(1));
        refuses(abi.encodeWithSelector(IRegistry.MovementWithoutInvestor.selector, bond));
        registries.setReceivingAccount(movement(alpen, meridian, 1), data(1));
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        IRegistry.Movement memory movement = wanted();
        movement.registryId = RegistryId.wrap("unknown");
        bytes memory err = abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, bytes32("unknown"));
        refuses(err);
        registries.earmark(movement, data(1));
        refuses(err);
        registries.setReceivingAccount(movement, data(1));
        refuses(err);
        registries.checkMovement(movement);
    }

    function test_AnEarmarkSetsAsideAndTellsTheResult() external {
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsEarmarked(
            bond, bytes32("ref"), alpen, AccountNumber.wrap(1), address(this), 400
        );
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, AccountNumber.wrap(1), 1_000, 400);
        registries.earmark(wanted(), data(1));
        holds(bond, alpen, 1, 1_000, 400);
        (bool isEarmarked, bool isReceivingAccountSet) = registries.preparedSides(address(this), wanted());
        check(isEarmarked && !isReceivingAccountSet, "sides");
        (AccountNumber from, AccountNumber to) = registries.preparedAccounts(address(this), wanted());
        check(AccountNumber.unwrap(from) == 1 && AccountNumber.unwrap(to) == 0, "accounts");
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        registries.earmark(wanted(), data(1));
        revokeOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        registries.earmark(movement(alpen, baltic, 1), data(1));
    }

    function test_CON05_WhatIsEarmarkedIsNotForced() external {
        registries.earmark(wanted(), data(1));
        vm.prank(meridian);
        refuses(notAvailable(alpen, 1, 600, 601));
        registries.forcedTransfer(bond, account(alpen, 1), account(baltic, 1), 601, WHY);
    }
}
