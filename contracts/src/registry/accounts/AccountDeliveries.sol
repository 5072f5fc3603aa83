// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { AccountNumber } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { AccountData } from "../core/MovementData.sol";
import { RegistrationStore, Registrations, RegistryRecord } from "../core/RegistrationStore.sol";
import {
    AccountKey,
    AccountLedger,
    AccountPostings,
    AccountStore,
    Posting,
    Prepared
} from "./AccountLedger.sol";
import { Position } from "./Positions.sol";

/// @title The movements of deliveries between accounts: earmark, set the receiving account, release, settle.
library AccountDeliveries {
    using AccountLedger for AccountStore;
    using MovementChecks for RegistrationStore;
    using Registrations for RegistrationStore;

    function earmark(
        RegistrationStore storage self,
        AccountStore storage accounts,
        IRegistry.Movement calldata movement,
        bytes calldata senderData
    ) internal {
        RegistryRecord storage registry = self.checkPrepare(movement);
        RegistryId registryId = movement.registryId;
        address owner = movement.sender;
        if (owner == movement.registrar) revert IRegistry.MovementWithoutInvestor(registryId);
        AccountNumber from = AccountData.decode(senderData);
        accounts.requireOpen(registry.registrar, owner, from);
        accounts.prepareSender(MovementChecks.key(msg.sender, movement), movement.movementRef, from);
        uint128 amount = AccountLedger.toAmount(movement.quantity);
        AccountKey memory key = AccountKey(AccountPostings.space(registryId), owner, from);
        Position memory position = accounts.earmark(key, amount);
        emit IAccountRegistryManager.AssetsEarmarked(
            registryId, movement.movementRef, owner, from, msg.sender, amount
        );
        AccountPostings.emitChanged(key, position);
    }

    function setReceivingAccount(
        RegistrationStore storage self,
        AccountStore storage accounts,
        IRegistry.Movement calldata movement,
        bytes calldata receiverData
    ) internal {
        address receiver = movement.receiver;
        if (receiver == movement.registrar) revert IRegistry.MovementWithoutInvestor(movement.registryId);
        Prepared storage record = accounts.prepared[MovementChecks.key(msg.sender, movement)];
        // The same caller's earmark checked the whole movement, and settlement checks it again.
        if (record.senderAccount.isNone()) self.checkPrepare(movement);
        else self.requireRegistered(movement.registryId);
        AccountLedger.toAmount(movement.quantity);
        AccountNumber to = AccountData.decode(receiverData);
        bool endsReceipt = accounts.requireOpen(movement.registrar, receiver, to).terminateOnReceive;
        (record.receiverAccount, record.endsReceipt) = (to, endsReceipt);
    }

    /// @dev Asks for no privilege: only the caller that earmarked finds the movement, and it must be able to release it
    /// even after losing the right to move it.
    function release(AccountStore storage accounts, IRegistry.Movement calldata movement) internal {
        bytes32 movementRef = movement.movementRef;
        AccountNumber from =
        accounts.take(MovementChecks.key(msg.sender, movement), movementRef).senderAccount;
        if (from.isNone()) return;
        uint128 amount = uint128(movement.quantity);
        AccountKey memory key = AccountKey(AccountPostings.space(movement.registryId), movement.sender, from);
        Position memory position = accounts.unearmark(key, amount);
        emit IAccountRegistryManager.AssetsUnearmarked(
            movement.registryId, movementRef, movement.sender, from, msg.sender, amount
        );
        AccountPostings.emitChanged(key, position);
    }

    function settle(
        RegistrationStore storage self,
        AccountStore storage accounts,
        IRegistry.Movement calldata movement
    ) internal {
        address registrar = self.checkSettle(movement).registrar;
        Prepared memory record = accounts.take(MovementChecks.key(msg.sender, movement), movement.movementRef);
        if (movement.sender == registrar) _issue(accounts, registrar, movement, record);
        else if (movement.receiver == registrar) _terminate(accounts, movement, record.senderAccount);
        else _transfer(accounts, registrar, movement, record);
    }

    function _issue(
        AccountStore storage accounts,
        address registrar,
        IRegistry.Movement calldata movement,
        Prepared memory record
    ) private {
        AccountNumber to = record.receiverAccount;
        _requireReceivingAccount(accounts, registrar, movement, to);
        AccountKey memory key = AccountKey(AccountPostings.space(movement.registryId), movement.receiver, to);
        uint128 amount = uint128(movement.quantity);
        bytes32 movementRef = movement.movementRef;
        AccountPostings.issue(accounts, Posting(key, registrar, movementRef, amount, record.endsReceipt));
    }

    function _terminate(
        AccountStore storage accounts,
        IRegistry.Movement calldata movement,
        AccountNumber from
    ) private {
        if (from.isNone()) {
            revert IRegistry.EarmarkNotTaken(movement.movementRef);
        }
        uint128 amount = uint128(movement.quantity);
        AccountKey memory key = AccountKey(AccountPostings.space(movement.registryId), movement.sender, from);
        Position memory position = accounts.debitEarmarked(key, amount);
        AccountPostings.writeOff(accounts, Posting(key, address(0), movement.movementRef, amount, true));
        AccountPostings.emitChanged(key, position);
    }

    function _transfer(
        AccountStore storage accounts,
        address registrar,
        IRegistry.Movement calldata movement,
        Prepared memory record
    ) private {
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        if (from.isNone()) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        uint128 amount = uint128(movement.quantity);
        AccountKey memory key = AccountKey(AccountPostings.space(movement.registryId), movement.sender, from);
        Position memory position = accounts.debitEarmarked(key, amount);
        _requireReceivingAccount(accounts, registrar, movement, to);
        emit IAccountRegistryManager.AssetsTransferred(
            movement.registryId,
            movement.movementRef,
            movement.sender,
            from,
            movement.receiver,
            to,
            movement.quantity
        );
        AccountPostings.emitChanged(key, position);
        key = AccountKey(AccountPostings.space(movement.registryId), movement.receiver, to);
        bytes32 movementRef = movement.movementRef;
        AccountPostings.credit(accounts, Posting(key, registrar, movementRef, amount, record.endsReceipt));
    }

    function _requireReceivingAccount(
        AccountStore storage accounts,
        address registrar,
        IRegistry.Movement calldata movement,
        AccountNumber to
    ) private view {
        if (to.isNone()) revert IRegistry.ReceivingAccountMissing(movement.movementRef);
        accounts.requireOpen(registrar, movement.receiver, to);
    }
}
