// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IDapp } from "../../interfaces/IDapp.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { Account, AccountDetails, AccountNumber } from "../../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../../types/CustodyChain.sol";
import { RegistryId } from "../../types/Registry.sol";
import { AccountLedger, Prepared, Supply } from "../accounts/AccountLedger.sol";
import { Position } from "../accounts/Positions.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { RegistryManager } from "../core/RegistryManager.sol";
import { CustodyChainDeliveries } from "./CustodyChainDeliveries.sol";
import { CustodyChainLogic } from "./CustodyChainLogic.sol";
import {
    ChainAgent,
    ChainAmount,
    ChainTransfer,
    CustodyChains,
    CustodyChainStore
} from "./CustodyChains.sol";

contract ChainRegistryManager is RegistryManager, IChainRegistryManager {
    using CustodyChainLogic for CustodyChainStore;
    using CustodyChainDeliveries for CustodyChainStore;
    using CustodyChains for CustodyChainStore;
    using MovementChecks for RegistrationStore;
    using Registrations for RegistrationStore;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.ChainRegistryManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x97c092014e4ea9fbfa84cfdb2d054a7715f43f9a26599b19465561e2cd801400;

    /// @inheritdoc IChainRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        _registrations().init(platform_, privilegeManager_);
    }

    /// @inheritdoc IChainRegistryManager
    function createChain(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address[] calldata custodians,
        address transferAgent
    ) external {
        _chains()
            .createChain(_registrations(), ChainAgent(registryId, custodyChainId, transferAgent), custodians);
    }

    /// @inheritdoc IChainRegistryManager
    function setTransferAgent(RegistryId registryId, CustodyChainId custodyChainId, address transferAgent)
        external
    {
        _chains().setTransferAgent(_registrations(), ChainAgent(registryId, custodyChainId, transferAgent));
    }

    /// @inheritdoc IChainRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        _chains().configureAccount(_registrations(), account, details);
    }

    /// @inheritdoc IChainRegistryManager
    function onramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        _chains()
            .onramp(_registrations(), ChainAmount(registryId, custodyChainId, account, quantity), referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function issue(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        _registrations().requireRegistrar(registryId, _registrations().requireKnown(registryId), msg.sender);
        _chains()
            .onramp(_registrations(), ChainAmount(registryId, custodyChainId, account, quantity), referenceFp);
    }

    /// @inheritdoc IChainRegistryManager
    function importAssets(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        _chains()
            .importAssets(
                _registrations(), ChainAmount(registryId, custodyChainId, account, quantity), referenceFp
            );
    }

    /// @inheritdoc IChainRegistryManager
    function offramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        _chains()
            .offramp(
                _registrations(), ChainAmount(registryId, custodyChainId, account, quantity), referenceFp
            );
    }

    /// @inheritdoc IChainRegistryManager
    function terminateEntry(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        _registrations().requireRegistrar(registryId, _registrations().requireKnown(registryId), msg.sender);
        _chains()
            .offramp(
                _registrations(), ChainAmount(registryId, custodyChainId, account, quantity), referenceFp
            );
    }

    /// @inheritdoc IChainRegistryManager
    function transfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external {
        _chains()
            .transfer(
                _registrations(),
                ChainTransfer(registryId, custodyChainId, Account(msg.sender, from), to, quantity, 0)
            );
    }

    /// @inheritdoc IChainRegistryManager
    function reorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external {
        Account memory from_ = Account(msg.sender, from);
        Account memory to_ = Account(msg.sender, to);
        _chains().reorg(_registrations(), ChainTransfer(registryId, custodyChainId, from_, to_, quantity, 0));
    }

    /// @inheritdoc IChainRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        _chains()
            .forcedTransfer(
                _registrations(), ChainTransfer(registryId, custodyChainId, from, to, quantity, reasonFp)
            );
    }

    /// @inheritdoc IChainRegistryManager
    function forcedReorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address owner,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Account memory from_ = Account(owner, from);
        Account memory to_ = Account(owner, to);
        _chains()
            .forcedReorg(
                _registrations(), ChainTransfer(registryId, custodyChainId, from_, to_, quantity, reasonFp)
            );
    }

    /// @inheritdoc IChainRegistryManager
    function markAsRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _chains()
            .markAsRedeemable(_registrations(), _ofCaller(registryId, custodyChainId, accountNum, quantity));
    }

    /// @inheritdoc IChainRegistryManager
    function markAssetsForExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _chains()
            .markAssetsForExport(
                _registrations(), _ofCaller(registryId, custodyChainId, accountNum, quantity)
            );
    }

    /// @inheritdoc IChainRegistryManager
    /// @dev Asks for no privilege: owners can always take back their own marks.
    function cancelRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _chains().cancelRedeemable(_ofCaller(registryId, custodyChainId, accountNum, quantity));
    }

    /// @inheritdoc IChainRegistryManager
    function cancelExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _chains().cancelRedeemable(_ofCaller(registryId, custodyChainId, accountNum, quantity));
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        CustodyChainDeliveries.requireInvestors(movement);
        _registrations().check(movement);
        AccountLedger.toAmount(movement.quantity);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        CustodyChainDeliveries.requireInvestors(movement);
        _chains().earmark(_registrations().checkPrepare(movement).registrar, movement, senderData);
    }

    /// @inheritdoc IRegistry
    function setReceivingAccount(Movement calldata movement, bytes calldata receiverData) external {
        CustodyChainDeliveries.requireInvestors(movement);
        AccountLedger.toAmount(movement.quantity);
        _chains()
            .setReceivingAccount(_registrations().checkPrepare(movement).registrar, movement, receiverData);
    }

    /// @inheritdoc IRegistry
    /// @dev Asks for no privilege: only the caller that earmarked finds the movement, and it must be able to release
    /// it even after losing the right to move it.
    function unearmark(Movement calldata movement) external {
        _chains().release(movement);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        _chains().settle(_registrations().checkSettle(movement).registrar, movement);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceivingAccountSet)
    {
        Prepared storage record = _chains().accounts.prepared[MovementChecks.key(caller, movement)];
        return (!record.senderAccount.isNone(), !record.receiverAccount.isNone());
    }

    /// @inheritdoc IChainRegistryManager
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber, AccountNumber, CustodyChainId)
    {
        bytes32 key = MovementChecks.key(caller, movement);
        Prepared storage record = _chains().accounts.prepared[key];
        return (record.senderAccount, record.receiverAccount, _chains().movementChains[key]);
    }

    /// @inheritdoc IChainRegistryManager
    function custodyChains(CustodyChainId custodyChainId) external view returns (CustodyChain memory) {
        return _chains().chains[custodyChainId];
    }

    /// @inheritdoc IChainRegistryManager
    function chainsOf(RegistryId registryId) external view returns (CustodyChainId[] memory) {
        return _chains().chainsOf[registryId];
    }

    /// @inheritdoc IChainRegistryManager
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory)
    {
        return _chains().accounts.details[registrar][account.owner][account.accountNum];
    }

    /// @inheritdoc IChainRegistryManager
    function positionOf(CustodyChainId custodyChainId, Account calldata account)
        public
        view
        returns (uint256, uint256, uint256)
    {
        bytes32 space = CustodyChainId.unwrap(custodyChainId);
        Position storage position = _chains().accounts.positions[space][account.owner][account.accountNum];
        uint256 marked = _chains().accounts.marks[space][account.owner][account.accountNum];
        return (position.balance, position.earmarked, marked);
    }

    /// @inheritdoc IChainRegistryManager
    function checkEntryExists(CustodyChainId custodyChainId, Account calldata account)
        external
        view
        returns (bool)
    {
        (uint256 balance,,) = positionOf(custodyChainId, account);
        return balance > 0;
    }

    /// @inheritdoc IChainRegistryManager
    function chainSupplyOf(CustodyChainId custodyChainId) external view returns (uint256, uint256) {
        Supply storage supply = _chains().accounts.supplies[CustodyChainId.unwrap(custodyChainId)];
        return (supply.issued, supply.terminated);
    }

    /// @inheritdoc IChainRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        return (_chains().totals[registryId].issued, _chains().totals[registryId].terminated);
    }

    /// @inheritdoc IChainRegistryManager
    function totalSupplyOf(RegistryId registryId) public view returns (uint256) {
        return _chains().outstanding(registryId);
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

    function _ofCaller(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) private view returns (ChainAmount memory) {
        return ChainAmount(registryId, custodyChainId, Account(msg.sender, accountNum), quantity);
    }

    function _chains() private pure returns (CustodyChainStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
