// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, Prepared, Supply } from "./AccountBooks.sol";
import { ChainCalls } from "./ChainCalls.sol";
import { ChainMovements } from "./ChainMovements.sol";
import { ChainStore, CustodyChains } from "./CustodyChains.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";
import { RegistrationStore, Registrations } from "./Registrations.sol";
import { RegistryManager } from "./RegistryManager.sol";

contract ChainRegistryManager is RegistryManager, IChainRegistryManager {
    using ChainCalls for ChainStore;
    using ChainMovements for ChainStore;
    using CustodyChains for ChainStore;
    using Movements for RegistrationStore;
    using Registrations for RegistrationStore;

    ChainStore private chains;

    /// @inheritdoc IChainRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        registrations.init(platform_, privilegeManager_);
    }

    /// @inheritdoc IChainRegistryManager
    function createChain(
        RegistryId registryId,
        CustodyChainId chainId,
        address[] calldata custodians,
        address transferAgent
    ) external {
        chains.createChain(registrations, registryId, chainId, custodians, transferAgent);
    }

    /// @inheritdoc IChainRegistryManager
    function setTransferAgent(RegistryId registryId, CustodyChainId chainId, address transferAgent) external {
        chains.setTransferAgent(registrations, registryId, chainId, transferAgent);
    }

    /// @inheritdoc IChainRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        chains.configureAccount(registrations, account, details);
    }

    /// @inheritdoc IChainRegistryManager
    function onramp(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        chains.onramp(registrations, registryId, chainId, account, quantity, referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function issue(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        registrations.requireRegistrar(registryId, registrations.known(registryId), msg.sender);
        chains.onramp(registrations, registryId, chainId, account, quantity, referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function importAssets(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        chains.importAssets(registrations, registryId, chainId, account, quantity, referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function offramp(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        chains.offramp(registrations, registryId, chainId, account, quantity, referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function terminateEntry(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        registrations.requireRegistrar(registryId, registrations.known(registryId), msg.sender);
        chains.offramp(registrations, registryId, chainId, account, quantity, referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function transfer(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external {
        chains.transfer(registrations, registryId, chainId, from, to, quantity);
    }

    /// @inheritdoc IChainRegistryManager
    function reorg(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external {
        chains.reorg(registrations, registryId, chainId, from, to, quantity);
    }

    /// @inheritdoc IChainRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        CustodyChainId chainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        chains.forcedTransfer(registrations, registryId, chainId, from, to, quantity, reasonFp);
    }

    /// @inheritdoc IChainRegistryManager
    function forcedReorg(
        RegistryId registryId,
        CustodyChainId chainId,
        address owner,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        chains.forcedReorg(registrations, registryId, chainId, Account(owner, from), to, quantity, reasonFp);
    }

    /// @inheritdoc IChainRegistryManager
    function markAsRedeemable(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        chains.markAsRedeemable(registrations, registryId, chainId, accountNum, quantity);
    }

    /// @inheritdoc IChainRegistryManager
    function markAssetsForExport(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        chains.markAssetsForExport(registrations, registryId, chainId, accountNum, quantity);
    }

    /// @inheritdoc IChainRegistryManager
    /// @dev Asks for no privilege: what is marked is the caller's own, and becomes free again.
    function cancelRedeemable(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        chains.cancelRedeemable(registryId, chainId, accountNum, quantity);
    }

    /// @inheritdoc IChainRegistryManager
    function cancelExport(
        RegistryId registryId,
        CustodyChainId chainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        chains.cancelRedeemable(registryId, chainId, accountNum, quantity);
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        ChainMovements.requireInvestors(movement);
        registrations.check(movement);
        AccountBooks.toAmount(movement.quantity);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        ChainMovements.requireInvestors(movement);
        chains.hold(registrations.checkPrepare(movement).registrar, movement, senderData);
    }

    /// @inheritdoc IRegistry
    function nameReceipt(Movement calldata movement, bytes calldata receiverData) external {
        ChainMovements.requireInvestors(movement);
        AccountBooks.toAmount(movement.quantity);
        chains.name(registrations.checkPrepare(movement).registrar, movement, receiverData);
    }

    /// @inheritdoc IRegistry
    /// @dev Asks for no privilege: only who has earmarked finds the movement, and must be able to give it back even
    /// after losing the right to move it.
    function unearmark(Movement calldata movement) external {
        chains.release(movement);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        chains.settle(registrations.checkSettle(movement).registrar, movement);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceiptNamed)
    {
        Prepared storage record = chains.accounts.prepared[Movements.key(caller, movement)];
        return (!record.senderAccount.isNone(), !record.receiverAccount.isNone());
    }

    /// @inheritdoc IChainRegistryManager
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber, AccountNumber, CustodyChainId)
    {
        bytes32 key = Movements.key(caller, movement);
        Prepared storage record = chains.accounts.prepared[key];
        return (record.senderAccount, record.receiverAccount, chains.movementChains[key]);
    }

    /// @inheritdoc IChainRegistryManager
    function custodyChains(CustodyChainId chainId) external view returns (CustodyChain memory) {
        return chains.chains[chainId];
    }

    /// @inheritdoc IChainRegistryManager
    function chainsOf(RegistryId registryId) external view returns (CustodyChainId[] memory) {
        return chains.chainsOf[registryId];
    }

    /// @inheritdoc IChainRegistryManager
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory)
    {
        return chains.accounts.details[registrar][account.owner][account.accountNum];
    }

    /// @inheritdoc IChainRegistryManager
    function positionOf(CustodyChainId chainId, Account calldata account)
        public
        view
        returns (uint256, uint256, uint256)
    {
        bytes32 space = CustodyChainId.unwrap(chainId);
        Position storage held = chains.accounts.positions[space][account.owner][account.accountNum];
        uint256 marked = chains.accounts.marks[space][account.owner][account.accountNum];
        return (held.balance, held.earmarked, marked);
    }

    /// @inheritdoc IChainRegistryManager
    function checkEntryExists(CustodyChainId chainId, Account calldata account) external view returns (bool) {
        (uint256 balance,,) = positionOf(chainId, account);
        return balance > 0;
    }

    /// @inheritdoc IChainRegistryManager
    function chainSupplyOf(CustodyChainId chainId) external view returns (uint256, uint256) {
        Supply storage supply = chains.accounts.supplies[CustodyChainId.unwrap(chainId)];
        return (supply.issued, supply.terminated);
    }

    /// @inheritdoc IChainRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        return (chains.totals[registryId].issued, chains.totals[registryId].terminated);
    }

    /// @inheritdoc IChainRegistryManager
    function totalSupplyOf(RegistryId registryId) public view returns (uint256) {
        return chains.outstanding(registryId);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "ChainRegistryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc RegistryManager
    function _outstanding(RegistryId registryId) internal view override returns (uint256) {
        return totalSupplyOf(registryId);
    }
}
