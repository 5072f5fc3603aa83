// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { AccountNumber } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { AccountData } from "../core/MovementData.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { AccountLedger, AccountPostings, AccountStore, Prepared } from "./AccountLedger.sol";
import { Position } from "./Positions.sol";

/// @title What the accounts manager does for deliveries: earmark, name a receipt, give back, move.
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
        Position memory position = accounts.earmark(AccountPostings.space(registryId), owner, from, amount);
        emit IAccountRegistryManager.AssetsEarmarked(
            registryId, movement.movementRef, owner, from, msg.sender, amount
        );
        AccountPostings.emitChanged(registryId, owner, from, position);
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
        // What is earmarked was checked whole by the same caller's earmark, and is checked again when it settles.
        if (record.senderAccount.isNone()) self.checkPrepare(movement);
        else self.requireRegistered(movement.registryId);
        AccountLedger.toAmount(movement.quantity);
        AccountNumber to = AccountData.decode(receiverData);
        accounts.requireOpen(movement.registrar, receiver, to);
        record.receiverAccount = to;
    }

    /// @dev Asks for no privilege: only who has earmarked finds the movement, and must be able to give it back even
    /// after losing the right to move it.
    function release(AccountStore storage accounts, IRegistry.Movement calldata movement) internal {
        bytes32 movementRef = movement.movementRef;
        AccountNumber from = accounts.take(MovementChecks.key(msg.sender, movement), movementRef).senderAccount;
        if (from.isNone()) return;
        RegistryId registryId = movement.registryId;
        address owner = movement.sender;
        uint128 amount = uint128(movement.quantity);
        Position memory position = accounts.unearmark(AccountPostings.space(registryId), owner, from, amount);
        emit IAccountRegistryManager.AssetsUnearmarked(
            registryId, movementRef, owner, from, msg.sender, amount
        );
        AccountPostings.emitChanged(registryId, owner, from, position);
    }

    function settle(
        RegistrationStore storage self,
        AccountStore storage accounts,
        IRegistry.Movement calldata movement
    ) internal {
        address registrar = self.checkSettle(movement).registrar;
        Prepared memory record = accounts.take(MovementChecks.key(msg.sender, movement), movement.movementRef);
        if (movement.sender == registrar) _issue(accounts, registrar, movement, record.receiverAccount);
        else if (movement.receiver == registrar) _terminate(accounts, movement, record.senderAccount);
        else _transfer(accounts, registrar, movement, record);
    }

    function _issue(
        AccountStore storage accounts,
        address registrar,
        IRegistry.Movement calldata movement,
        AccountNumber to
    ) private {
        _requireReceivingAccount(accounts, registrar, movement, to);
        AccountPostings.issue(
            accounts,
            movement.registryId,
            registrar,
            movement.movementRef,
            movement.receiver,
            to,
            uint128(movement.quantity)
        );
    }

    function _terminate(AccountStore storage accounts, IRegistry.Movement calldata movement, AccountNumber from)
        private
    {
        Position memory position = _send(accounts, movement, from);
        RegistryId registryId = movement.registryId;
        AccountPostings.writeOff(
            accounts, registryId, movement.movementRef, movement.sender, from, uint128(movement.quantity)
        );
        AccountPostings.emitChanged(registryId, movement.sender, from, position);
    }

    function _transfer(
        AccountStore storage accounts,
        address registrar,
        IRegistry.Movement calldata movement,
        Prepared memory record
    ) private {
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        Position memory position = _send(accounts, movement, from);
        _requireReceivingAccount(accounts, registrar, movement, to);
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        emit IAccountRegistryManager.AssetsTransferred(
            registryId, movement.movementRef, movement.sender, from, movement.receiver, to, amount
        );
        AccountPostings.emitChanged(registryId, movement.sender, from, position);
        AccountPostings.credit(
            accounts, registryId, registrar, movement.movementRef, movement.receiver, to, amount
        );
    }

    function _send(AccountStore storage accounts, IRegistry.Movement calldata movement, AccountNumber from)
        private
        returns (Position memory)
    {
        if (from.isNone()) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        return accounts.debitEarmarked(
            AccountPostings.space(movement.registryId), movement.sender, from, uint128(movement.quantity)
        );
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
