// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Eip712 } from "../access/Eip712.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAspects } from "../interfaces/IAspects.sol";
import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgrades } from "../proxy/Upgrades.sol";
import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { Aspect } from "../types/Aspect.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistrationType } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { Signature } from "../types/Signature.sol";
import { AccountBooks, Prepared, Supply } from "./AccountBooks.sol";
import { ChainCalls } from "./ChainCalls.sol";
import { ChainMovements } from "./ChainMovements.sol";
import { ChainStore, CustodyChains } from "./CustodyChains.sol";
import { Handshakes } from "./Handshakes.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";
import { RegistrationStore, Registrations } from "./Registrations.sol";
import { UnregisterHash } from "./UnregisterHash.sol";

contract ChainRegistryManager is IChainRegistryManager, Initializable {
    using ChainCalls for ChainStore;
    using ChainMovements for ChainStore;
    using CustodyChains for ChainStore;
    using Handshakes for RegistrationStore;
    using Movements for RegistrationStore;
    using Registrations for RegistrationStore;

    RegistrationStore private registrations;
    ChainStore private chains;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IChainRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        registrations.init(platform_, privilegeManager_);
    }

    /// @inheritdoc IRegistration
    function requestInstrumentRegistration(
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId) {
        return registrations.request(instrumentManager, instrumentId, instrumentRevision);
    }

    /// @inheritdoc IRegistration
    function cancelInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        registrations.cancel(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function rejectInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        registrations.reject(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function confirmInstrumentRegistrationAndPrepareRegistry(RegistryId registryId) external {
        registrations.confirm(registryId);
    }

    /// @inheritdoc IRegistration
    function suspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        registrations.suspend(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unsuspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        registrations.unsuspend(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function finishImport(RegistryId registryId) external {
        registrations.finishImport(registryId);
    }

    /// @inheritdoc IRegistration
    function startExporting(RegistryId registryId, bytes32 reasonFp) external {
        registrations.startExporting(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unregisterAsIssuer(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        registrations.asIssuer(registryId, totalSupplyOf(registryId), nonce, signature, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unregisterAsRegistrar(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        registrations.asRegistrar(registryId, totalSupplyOf(registryId), nonce, signature, reasonFp);
    }

    /// @inheritdoc IRegistration
    function setConfirmer(address confirmer) external {
        registrations.setConfirmer(confirmer);
    }

    /// @inheritdoc IRegistration
    function setRegistrationProtocol(RegistrationType registrationType) external {
        registrations.setProtocol(registrationType);
    }

    /// @inheritdoc IRegistration
    function setSenderWhitelisted(RegistryId registryId, address sender, bool whitelisted) external {
        registrations.setSender(registryId, sender, whitelisted);
    }

    /// @inheritdoc IAspects
    function setAspect(bytes32 registryId, bytes32 aspectId, bytes32 aspectRecordId) external {
        registrations.setAspect(registryId, aspectId, aspectRecordId);
    }

    /// @inheritdoc IAspects
    function unsetAspect(bytes32 registryId, bytes32 aspectId) external {
        registrations.unsetAspect(registryId, aspectId);
    }

    /// @inheritdoc IUpgradable
    function upgrade(address newImplementation, bytes calldata migration) external {
        Held.demand(registrations.privilegeManager, msg.sender, Privileges.REGISTRY_PLATFORM_UPGRADE);
        Upgrades.to(newImplementation, migration);
    }

    /// @inheritdoc IUpgradable
    function rollback() external {
        Held.demand(registrations.privilegeManager, msg.sender, Privileges.REGISTRY_PLATFORM_UPGRADE);
        Upgrades.back();
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

    /// @inheritdoc IDapp
    function platform() external view returns (address) {
        return registrations.platform;
    }

    /// @inheritdoc IDapp
    function privilegeManager() external view returns (address) {
        return registrations.privilegeManager;
    }

    /// @inheritdoc IRegistration
    function registries(RegistryId registryId) external view returns (Registry memory) {
        return registrations.toView(registryId);
    }

    /// @inheritdoc IRegistration
    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory) {
        return registrations.requests[registryId];
    }

    /// @inheritdoc IRegistration
    function registrationProtocol() external view returns (RegistrationType) {
        return registrations.registrationType;
    }

    /// @inheritdoc IRegistration
    function confirmers(address tenant) external view returns (address) {
        return registrations.confirmers[tenant];
    }

    /// @inheritdoc IRegistration
    function registryNonce(address tenant) external view returns (uint256) {
        return registrations.nonces[tenant];
    }

    /// @inheritdoc IRegistration
    function isSenderWhitelisted(RegistryId registryId, address sender) external view returns (bool) {
        return registrations.whitelistedSenders[registryId][sender];
    }

    /// @inheritdoc IRegistration
    function hashUnregister(RegistryId registryId, address tenant, uint256 nonce, bytes32 reasonFp)
        external
        view
        returns (bytes32)
    {
        return UnregisterHash.digest(registryId, tenant, nonce, reasonFp);
    }

    /// @inheritdoc IRegistration
    function eip712Domain()
        external
        view
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory)
    {
        return Eip712.domain();
    }

    /// @inheritdoc IAspects
    function getAspect(bytes32 registryId, bytes32 aspectId) external view returns (Aspect memory) {
        return registrations.aspects.aspects[registryId][aspectId];
    }

    /// @inheritdoc IUpgradable
    function implementation() external view returns (address) {
        return Upgrades.current();
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "ChainRegistryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }
}
