// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { CustodyChainId } from "../types/CustodyChain.sol";
import { AccountBooks, AccountStore, Prepared } from "./AccountBooks.sol";
import { ChainData } from "./ChainData.sol";
import { ChainStore, CustodyChains } from "./CustodyChains.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";

/// @title Deliveries over custody chains: what the earmark protocol keeps of a movement, and moves. The manager has
/// checked the movement.
library ChainMovements {
    using AccountBooks for AccountStore;
    using CustodyChains for ChainStore;

    /// @dev A movement goes from one investor to another: it neither issues nor terminates.
    function requireInvestors(IRegistry.Movement calldata movement) internal pure {
        if (movement.sender == movement.registrar || movement.receiver == movement.registrar) {
            revert IChainRegistryManager.MovementNotBetweenInvestors(movement.registryId);
        }
    }

    function hold(
        ChainStore storage self,
        address registrar,
        IRegistry.Movement calldata movement,
        bytes calldata senderData
    ) internal {
        (AccountNumber accountNum, CustodyChainId chainId) = ChainData.decode(senderData);
        self.known(movement.registryId, chainId);
        self.accounts.requireOpen(registrar, movement.sender, accountNum);
        bytes32 key = Movements.key(msg.sender, movement);
        self.accounts.prepareSender(key, movement.movementRef, accountNum);
        _agree(self, key, !self.accounts.prepared[key].receiverAccount.isNone(), chainId);
        _earmark(self, movement, chainId, accountNum);
    }

    function name(
        ChainStore storage self,
        address registrar,
        IRegistry.Movement calldata movement,
        bytes calldata receiverData
    ) internal {
        (AccountNumber accountNum, CustodyChainId chainId) = ChainData.decode(receiverData);
        self.known(movement.registryId, chainId);
        self.accounts.requireOpen(registrar, movement.receiver, accountNum);
        bytes32 key = Movements.key(msg.sender, movement);
        Prepared storage record = self.accounts.prepared[key];
        _agree(self, key, !record.senderAccount.isNone(), chainId);
        record.receiverAccount = accountNum;
    }

    function release(ChainStore storage self, IRegistry.Movement calldata movement) internal {
        (Prepared memory record, CustodyChainId chainId) = _take(self, movement);
        AccountNumber from = record.senderAccount;
        if (from.isNone()) return;
        uint128 amount = uint128(movement.quantity);
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.unearmark(space, movement.sender, from, amount);
        emit IChainRegistryManager.ChainAssetsUnearmarked(
            movement.registryId, chainId, movement.movementRef, movement.sender, from, msg.sender, amount
        );
        CustodyChains.tell(movement.registryId, chainId, movement.sender, from, held);
    }

    function settle(ChainStore storage self, address registrar, IRegistry.Movement calldata movement)
        internal
    {
        (Prepared memory record, CustodyChainId chainId) = _take(self, movement);
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        if (from.isNone()) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        if (to.isNone()) revert IRegistry.ReceiptNotNamed(movement.movementRef);
        self.accounts.requireOpen(registrar, movement.receiver, to);
        emit IChainRegistryManager.ChainAssetsTransferred(
            movement.registryId,
            chainId,
            movement.movementRef,
            movement.sender,
            from,
            movement.receiver,
            to,
            movement.quantity
        );
        _moveEarmarked(self, movement, chainId, from, to);
    }

    function _earmark(
        ChainStore storage self,
        IRegistry.Movement calldata movement,
        CustodyChainId chainId,
        AccountNumber from
    ) private {
        uint128 amount = AccountBooks.toAmount(movement.quantity);
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position memory held = self.accounts.earmark(space, movement.sender, from, amount);
        emit IChainRegistryManager.ChainAssetsEarmarked(
            movement.registryId, chainId, movement.movementRef, movement.sender, from, msg.sender, amount
        );
        CustodyChains.tell(movement.registryId, chainId, movement.sender, from, held);
    }

    function _moveEarmarked(
        ChainStore storage self,
        IRegistry.Movement calldata movement,
        CustodyChainId chainId,
        AccountNumber from,
        AccountNumber to
    ) private {
        bytes32 space = CustodyChainId.unwrap(chainId);
        uint128 amount = uint128(movement.quantity);
        Position memory held = self.accounts.sendEarmarked(space, movement.sender, from, amount);
        CustodyChains.tell(movement.registryId, chainId, movement.sender, from, held);
        held = self.accounts.receiveFree(space, movement.receiver, to, amount);
        CustodyChains.tell(movement.registryId, chainId, movement.receiver, to, held);
    }

    /// @dev Whoever names a chain second names the same.
    function _agree(ChainStore storage self, bytes32 key, bool isNamed, CustodyChainId chainId) private {
        CustodyChainId named = self.movementChains[key];
        if (isNamed && CustodyChainId.unwrap(named) != CustodyChainId.unwrap(chainId)) {
            revert IChainRegistryManager.CustodyChainsDiffer(named, chainId);
        }
        self.movementChains[key] = chainId;
    }

    function _take(ChainStore storage self, IRegistry.Movement calldata movement)
        private
        returns (Prepared memory record, CustodyChainId chainId)
    {
        bytes32 key = Movements.key(msg.sender, movement);
        record = self.accounts.take(key, movement.movementRef);
        chainId = self.movementChains[key];
        self.movementChains[key] = CustodyChainId.wrap(0);
    }
}
