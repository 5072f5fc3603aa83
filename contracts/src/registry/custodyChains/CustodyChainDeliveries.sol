// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { AccountNumber } from "../../types/Account.sol";
import { CustodyChainId } from "../../types/CustodyChain.sol";
import { AccountLedger, AccountStore, Prepared } from "../accounts/AccountLedger.sol";
import { Position } from "../accounts/Positions.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { CustodyChainData } from "../core/MovementData.sol";
import { CustodyChainStore, CustodyChains } from "./CustodyChains.sol";

/// @title Deliveries over custody chains: what the earmark protocol keeps of a movement, and moves. The manager has
/// checked the movement.
library CustodyChainDeliveries {
    using AccountLedger for AccountStore;
    using CustodyChains for CustodyChainStore;

    /// @dev A movement goes from one investor to another: it neither issues nor terminates.
    function requireInvestors(IRegistry.Movement calldata movement) internal pure {
        if (movement.sender == movement.registrar || movement.receiver == movement.registrar) {
            revert IChainRegistryManager.MovementNotBetweenInvestors(movement.registryId);
        }
    }

    function earmark(
        CustodyChainStore storage self,
        address registrar,
        IRegistry.Movement calldata movement,
        bytes calldata senderData
    ) internal {
        (AccountNumber accountNum, CustodyChainId custodyChainId) = CustodyChainData.decode(senderData);
        self.requireKnown(movement.registryId, custodyChainId);
        self.accounts.requireOpen(registrar, movement.sender, accountNum);
        bytes32 key = MovementChecks.key(msg.sender, movement);
        self.accounts.prepareSender(key, movement.movementRef, accountNum);
        _agree(self, key, !self.accounts.prepared[key].receiverAccount.isNone(), custodyChainId);
        _earmark(self, movement, custodyChainId, accountNum);
    }

    function setReceivingAccount(
        CustodyChainStore storage self,
        address registrar,
        IRegistry.Movement calldata movement,
        bytes calldata receiverData
    ) internal {
        (AccountNumber accountNum, CustodyChainId custodyChainId) = CustodyChainData.decode(receiverData);
        self.requireKnown(movement.registryId, custodyChainId);
        self.accounts.requireOpen(registrar, movement.receiver, accountNum);
        bytes32 key = MovementChecks.key(msg.sender, movement);
        Prepared storage record = self.accounts.prepared[key];
        _agree(self, key, !record.senderAccount.isNone(), custodyChainId);
        record.receiverAccount = accountNum;
    }

    function release(CustodyChainStore storage self, IRegistry.Movement calldata movement) internal {
        (Prepared memory record, CustodyChainId custodyChainId) = _take(self, movement);
        AccountNumber from = record.senderAccount;
        if (from.isNone()) return;
        uint128 amount = uint128(movement.quantity);
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.unearmark(space, movement.sender, from, amount);
        emit IChainRegistryManager.ChainAssetsUnearmarked(
            movement.registryId, custodyChainId, movement.movementRef, movement.sender, from, msg.sender, amount
        );
        CustodyChains.emitChanged(movement.registryId, custodyChainId, movement.sender, from, position);
    }

    function settle(CustodyChainStore storage self, address registrar, IRegistry.Movement calldata movement)
        internal
    {
        (Prepared memory record, CustodyChainId custodyChainId) = _take(self, movement);
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        if (from.isNone()) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        if (to.isNone()) revert IRegistry.ReceivingAccountMissing(movement.movementRef);
        self.accounts.requireOpen(registrar, movement.receiver, to);
        emit IChainRegistryManager.ChainAssetsTransferred(
            movement.registryId,
            custodyChainId,
            movement.movementRef,
            movement.sender,
            from,
            movement.receiver,
            to,
            movement.quantity
        );
        _moveEarmarked(self, movement, custodyChainId, from, to);
    }

    function _earmark(
        CustodyChainStore storage self,
        IRegistry.Movement calldata movement,
        CustodyChainId custodyChainId,
        AccountNumber from
    ) private {
        uint128 amount = AccountLedger.toAmount(movement.quantity);
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position memory position = self.accounts.earmark(space, movement.sender, from, amount);
        emit IChainRegistryManager.ChainAssetsEarmarked(
            movement.registryId, custodyChainId, movement.movementRef, movement.sender, from, msg.sender, amount
        );
        CustodyChains.emitChanged(movement.registryId, custodyChainId, movement.sender, from, position);
    }

    function _moveEarmarked(
        CustodyChainStore storage self,
        IRegistry.Movement calldata movement,
        CustodyChainId custodyChainId,
        AccountNumber from,
        AccountNumber to
    ) private {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        uint128 amount = uint128(movement.quantity);
        Position memory position = self.accounts.debitEarmarked(space, movement.sender, from, amount);
        CustodyChains.emitChanged(movement.registryId, custodyChainId, movement.sender, from, position);
        position = self.accounts.credit(space, movement.receiver, to, amount);
        CustodyChains.emitChanged(movement.registryId, custodyChainId, movement.receiver, to, position);
    }

    /// @dev Whoever names a chain second names the same.
    function _agree(CustodyChainStore storage self, bytes32 key, bool isNamed, CustodyChainId custodyChainId) private {
        CustodyChainId named = self.movementChains[key];
        if (isNamed && CustodyChainId.unwrap(named) != CustodyChainId.unwrap(custodyChainId)) {
            revert IChainRegistryManager.CustodyChainsDiffer(named, custodyChainId);
        }
        self.movementChains[key] = custodyChainId;
    }

    function _take(CustodyChainStore storage self, IRegistry.Movement calldata movement)
        private
        returns (Prepared memory record, CustodyChainId custodyChainId)
    {
        bytes32 key = MovementChecks.key(msg.sender, movement);
        record = self.accounts.take(key, movement.movementRef);
        custodyChainId = self.movementChains[key];
        self.movementChains[key] = CustodyChainId.wrap(0);
    }
}
