// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { AccountNumber } from "../../types/Account.sol";
import { CustodyChainId } from "../../types/CustodyChain.sol";
import { AccountKey, AccountLedger, AccountStore, Prepared } from "../accounts/AccountLedger.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { CustodyChainData } from "../core/MovementData.sol";
import { CustodyChains, CustodyChainStore } from "./CustodyChains.sol";

/// @title The movements of deliveries over custody chains. The manager has checked the movement.
library CustodyChainDeliveries {
    using AccountLedger for AccountStore;
    using CustodyChains for CustodyChainStore;

    /// @dev Both parties are investors: a movement over a custody chain neither issues nor terminates.
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
        (AccountNumber from, CustodyChainId custodyChainId) = CustodyChainData.decode(senderData);
        self.requireKnown(movement.registryId, custodyChainId);
        self.accounts.requireOpen(registrar, movement.sender, from);
        bytes32 movementKey = MovementChecks.key(msg.sender, movement);
        self.accounts.prepareSender(movementKey, movement.movementRef, from);
        bool isChosen = !self.accounts.prepared[movementKey].receiverAccount.isNone();
        _agree(self, movementKey, isChosen, custodyChainId);
        _earmark(self, movement, custodyChainId, from);
    }

    function setReceivingAccount(
        CustodyChainStore storage self,
        address registrar,
        IRegistry.Movement calldata movement,
        bytes calldata receiverData
    ) internal {
        (AccountNumber to, CustodyChainId custodyChainId) = CustodyChainData.decode(receiverData);
        self.requireKnown(movement.registryId, custodyChainId);
        self.accounts.requireOpen(registrar, movement.receiver, to);
        bytes32 movementKey = MovementChecks.key(msg.sender, movement);
        Prepared storage record = self.accounts.prepared[movementKey];
        _agree(self, movementKey, !record.senderAccount.isNone(), custodyChainId);
        record.receiverAccount = to;
    }

    function release(CustodyChainStore storage self, IRegistry.Movement calldata movement) internal {
        (Prepared memory record, CustodyChainId custodyChainId) = _take(self, movement);
        AccountNumber from = record.senderAccount;
        if (from.isNone()) return;
        uint128 amount = uint128(movement.quantity);
        AccountKey memory key = AccountKey(CustodyChainId.unwrap(custodyChainId), movement.sender, from);
        emit IChainRegistryManager.ChainAssetsUnearmarked(
            movement.registryId,
            custodyChainId,
            movement.movementRef,
            movement.sender,
            from,
            msg.sender,
            amount
        );
        CustodyChains.emitChanged(movement.registryId, key, self.accounts.unearmark(key, amount));
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
        uint128 amount = uint128(movement.quantity);
        AccountKey memory key = AccountKey(CustodyChainId.unwrap(custodyChainId), movement.sender, from);
        CustodyChains.emitChanged(movement.registryId, key, self.accounts.debitEarmarked(key, amount));
        key = AccountKey(CustodyChainId.unwrap(custodyChainId), movement.receiver, to);
        CustodyChains.emitChanged(movement.registryId, key, self.accounts.credit(key, amount));
    }

    function _earmark(
        CustodyChainStore storage self,
        IRegistry.Movement calldata movement,
        CustodyChainId custodyChainId,
        AccountNumber from
    ) private {
        uint128 amount = AccountLedger.toAmount(movement.quantity);
        AccountKey memory key = AccountKey(CustodyChainId.unwrap(custodyChainId), movement.sender, from);
        emit IChainRegistryManager.ChainAssetsEarmarked(
            movement.registryId,
            custodyChainId,
            movement.movementRef,
            movement.sender,
            from,
            msg.sender,
            amount
        );
        CustodyChains.emitChanged(movement.registryId, key, self.accounts.earmark(key, amount));
    }

    /// @dev Both parties choose the same chain.
    function _agree(
        CustodyChainStore storage self,
        bytes32 movementKey,
        bool isChosen,
        CustodyChainId custodyChainId
    ) private {
        CustodyChainId chosen = self.movementChains[movementKey];
        if (isChosen && CustodyChainId.unwrap(chosen) != CustodyChainId.unwrap(custodyChainId)) {
            revert IChainRegistryManager.CustodyChainsDiffer(chosen, custodyChainId);
        }
        self.movementChains[movementKey] = custodyChainId;
    }

    function _take(CustodyChainStore storage self, IRegistry.Movement calldata movement)
        private
        returns (Prepared memory record, CustodyChainId custodyChainId)
    {
        bytes32 movementKey = MovementChecks.key(msg.sender, movement);
        record = self.accounts.take(movementKey, movement.movementRef);
        custodyChainId = self.movementChains[movementKey];
        self.movementChains[movementKey] = CustodyChainId.wrap(0);
    }
}
