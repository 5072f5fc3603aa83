// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore, Prepared } from "./AccountBooks.sol";
import { AccountData } from "./AccountData.sol";
import { AccountPostings } from "./AccountPostings.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

/// @title What the accounts manager does for deliveries: earmark, name a receipt, give back, move.
library AccountMovements {
    using AccountBooks for AccountStore;
    using Movements for RegistrationStore;
    using Registrations for RegistrationStore;

    function earmark(
        RegistrationStore storage self,
        AccountStore storage books,
        IRegistry.Movement calldata movement,
        bytes calldata senderData
    ) internal {
        Book storage book = self.checkPrepare(movement);
        RegistryId registryId = movement.registryId;
        address owner = movement.sender;
        if (owner == movement.registrar) revert IRegistry.MovementWithoutInvestor(registryId);
        AccountNumber from = AccountData.decode(senderData);
        books.requireOpen(book.registrar, owner, from);
        books.prepareSender(Movements.key(msg.sender, movement), movement.movementRef, from);
        uint128 amount = AccountBooks.toAmount(movement.quantity);
        Position memory held = books.earmark(AccountPostings.space(registryId), owner, from, amount);
        emit IAccountRegistryManager.AssetsEarmarked(
            registryId, movement.movementRef, owner, from, msg.sender, amount
        );
        AccountPostings.tell(registryId, owner, from, held);
    }

    function nameReceipt(
        RegistrationStore storage self,
        AccountStore storage books,
        IRegistry.Movement calldata movement,
        bytes calldata receiverData
    ) internal {
        address receiver = movement.receiver;
        if (receiver == movement.registrar) revert IRegistry.MovementWithoutInvestor(movement.registryId);
        Prepared storage record = books.prepared[Movements.key(msg.sender, movement)];
        // What is earmarked was checked whole by the same caller's earmark, and is checked again when it settles.
        if (record.senderAccount.isNone()) self.checkPrepare(movement);
        else self.registered(movement.registryId);
        AccountBooks.toAmount(movement.quantity);
        AccountNumber to = AccountData.decode(receiverData);
        books.requireOpen(movement.registrar, receiver, to);
        record.receiverAccount = to;
    }

    /// @dev Asks for no privilege: only who has earmarked finds the movement, and must be able to give it back even
    /// after losing the right to move it.
    function release(AccountStore storage books, IRegistry.Movement calldata movement) internal {
        bytes32 movementRef = movement.movementRef;
        AccountNumber from = books.take(Movements.key(msg.sender, movement), movementRef).senderAccount;
        if (from.isNone()) return;
        RegistryId registryId = movement.registryId;
        address owner = movement.sender;
        uint128 amount = uint128(movement.quantity);
        Position memory held = books.unearmark(AccountPostings.space(registryId), owner, from, amount);
        emit IAccountRegistryManager.AssetsUnearmarked(
            registryId, movementRef, owner, from, msg.sender, amount
        );
        AccountPostings.tell(registryId, owner, from, held);
    }

    function settle(
        RegistrationStore storage self,
        AccountStore storage books,
        IRegistry.Movement calldata movement
    ) internal {
        address registrar = self.checkSettle(movement).registrar;
        Prepared memory record = books.take(Movements.key(msg.sender, movement), movement.movementRef);
        if (movement.sender == registrar) _issue(books, registrar, movement, record.receiverAccount);
        else if (movement.receiver == registrar) _terminate(books, movement, record.senderAccount);
        else _transfer(books, registrar, movement, record);
    }

    function _issue(
        AccountStore storage books,
        address registrar,
        IRegistry.Movement calldata movement,
        AccountNumber to
    ) private {
        _requireReceipt(books, registrar, movement, to);
        AccountPostings.issue(
            books,
            movement.registryId,
            registrar,
            movement.movementRef,
            movement.receiver,
            to,
            uint128(movement.quantity)
        );
    }

    function _terminate(AccountStore storage books, IRegistry.Movement calldata movement, AccountNumber from)
        private
    {
        Position memory held = _send(books, movement, from);
        RegistryId registryId = movement.registryId;
        AccountPostings.writeOff(
            books, registryId, movement.movementRef, movement.sender, from, uint128(movement.quantity)
        );
        AccountPostings.tell(registryId, movement.sender, from, held);
    }

    function _transfer(
        AccountStore storage books,
        address registrar,
        IRegistry.Movement calldata movement,
        Prepared memory record
    ) private {
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        Position memory held = _send(books, movement, from);
        _requireReceipt(books, registrar, movement, to);
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        emit IAccountRegistryManager.AssetsTransferred(
            registryId, movement.movementRef, movement.sender, from, movement.receiver, to, amount
        );
        AccountPostings.tell(registryId, movement.sender, from, held);
        AccountPostings.credit(
            books, registryId, registrar, movement.movementRef, movement.receiver, to, amount
        );
    }

    function _send(AccountStore storage books, IRegistry.Movement calldata movement, AccountNumber from)
        private
        returns (Position memory)
    {
        if (from.isNone()) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        return books.sendEarmarked(
            AccountPostings.space(movement.registryId), movement.sender, from, uint128(movement.quantity)
        );
    }

    function _requireReceipt(
        AccountStore storage books,
        address registrar,
        IRegistry.Movement calldata movement,
        AccountNumber to
    ) private view {
        if (to.isNone()) revert IRegistry.ReceiptNotNamed(movement.movementRef);
        books.requireOpen(registrar, movement.receiver, to);
    }
}
