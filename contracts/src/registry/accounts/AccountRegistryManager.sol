// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IDapp } from "../../interfaces/IDapp.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { Account, AccountDetails, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { RegistryManager } from "../core/RegistryManager.sol";
import { AccountDeliveries } from "./AccountDeliveries.sol";
import {
    AccountLedger,
    AccountPostings,
    AccountStore,
    Prepared,
    PreparedIssue,
    Supply
} from "./AccountLedger.sol";
import { AccountOwnerLogic, Allowance } from "./AccountOwnerLogic.sol";
import { AccountRegistrarLogic } from "./AccountRegistrarLogic.sol";
import {
    AccountAmount,
    AccountReorg,
    AccountTransfer,
    AccountTransfers,
    OwnerTransfer
} from "./AccountTransfers.sol";
import { Position } from "./Positions.sol";

contract AccountRegistryManager is RegistryManager, IAccountRegistryManager {
    using AccountLedger for AccountStore;
    using MovementChecks for RegistrationStore;
    using Registrations for RegistrationStore;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.AccountRegistryManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0xe0b7778394c26173cf4d20c7bd072471d2c0e526e418d1198d658a8bfeea0000;

    /// @inheritdoc IAccountRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        _registrations().init(platform_, privilegeManager_);
    }

    /// @inheritdoc IAccountRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        AccountRegistrarLogic.configureAccount(_registrations(), _accounts(), account, details);
    }

    /// @inheritdoc IAccountRegistryManager
    function issue(RegistryId registryId, Account calldata to, uint256 quantity) external {
        AccountRegistrarLogic.issue(_registrations(), _accounts(), AccountAmount(registryId, to, quantity));
    }

    /// @inheritdoc IAccountRegistryManager
    function issue(RegistryId registryId, bytes32 entryRef) external {
        AccountRegistrarLogic.issuePrepared(_registrations(), _accounts(), registryId, entryRef);
    }

    /// @inheritdoc IAccountRegistryManager
    function prepareEntry(RegistryId registryId, bytes32 entryRef, Account calldata to, uint256 quantity)
        external
    {
        AccountRegistrarLogic.prepareEntry(
            _registrations(), _accounts(), entryRef, AccountAmount(registryId, to, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function terminatePreparedEntry(RegistryId registryId, bytes32 entryRef) external {
        AccountRegistrarLogic.terminatePreparedEntry(_registrations(), _accounts(), registryId, entryRef);
    }

    /// @inheritdoc IAccountRegistryManager
    function importAssets(RegistryId registryId, Account calldata to, uint256 quantity) external {
        AccountRegistrarLogic.importAssets(
            _registrations(), _accounts(), AccountAmount(registryId, to, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        AccountRegistrarLogic.forcedTransfer(
            _registrations(), _accounts(), AccountTransfer(registryId, from, to, quantity), reasonFp
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedReorg(
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external {
        AccountRegistrarLogic.forcedReorg(
            _registrations(), _accounts(), AccountReorg(registryId, owner, reasonFp), from, to
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function markAssetsForExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        AccountOwnerLogic.markAssetsForExport(
            _registrations(), _accounts(), _ofCaller(registryId, accountNum, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function cancelExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        AccountOwnerLogic.cancelExport(
            _registrations(), _accounts(), _ofCaller(registryId, accountNum, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function terminate(RegistryId registryId, Account calldata account, uint256 quantity) external {
        AccountRegistrarLogic.terminate(
            _registrations(), _accounts(), AccountAmount(registryId, account, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function terminateEntry(RegistryId registryId, RegistryEntry calldata entry, uint256 quantity) external {
        if (!entry.isRedeemable || !checkEntryExists(registryId, entry)) {
            revert EntryNotRedeemable(registryId, entry);
        }
        AccountRegistrarLogic.terminate(
            _registrations(), _accounts(), AccountAmount(registryId, entry.account, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function transfer(RegistryId registryId, AccountNumber from, Account calldata to, uint256 quantity)
        external
        returns (bool)
    {
        AccountOwnerLogic.transfer(
            _registrations(),
            _accounts(),
            AccountTransfer(registryId, Account(msg.sender, from), to, quantity)
        );
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transfer(RegistryId registryId, address to, uint256 quantity) external returns (bool) {
        AccountOwnerLogic.transferToOwner(
            _registrations(), _accounts(), OwnerTransfer(registryId, msg.sender, to, quantity)
        );
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transferFrom(RegistryId registryId, Account calldata from, Account calldata to, uint256 quantity)
        external
        returns (bool)
    {
        AccountOwnerLogic.transferFrom(
            _registrations(), _accounts(), AccountTransfer(registryId, from, to, quantity)
        );
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transferFrom(RegistryId registryId, address from, address to, uint256 quantity)
        external
        returns (bool)
    {
        AccountOwnerLogic.transferFromOwner(
            _registrations(), _accounts(), OwnerTransfer(registryId, from, to, quantity)
        );
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function approve(RegistryId registryId, address spender, uint256 quantity) external returns (bool) {
        AccountOwnerLogic.approve(
            _registrations(), _accounts(), Allowance(registryId, msg.sender, spender, quantity)
        );
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function reorg(RegistryId registryId, AccountQuantity[] calldata from, AccountQuantity[] calldata to)
        external
    {
        AccountOwnerLogic.reorg(
            _registrations(), _accounts(), AccountReorg(registryId, msg.sender, 0), from, to
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function markAsRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        AccountOwnerLogic.markAsRedeemable(
            _registrations(), _accounts(), _ofCaller(registryId, accountNum, quantity)
        );
    }

    /// @inheritdoc IAccountRegistryManager
    function cancelRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        AccountOwnerLogic.cancelRedeemable(
            _registrations(), _accounts(), _ofCaller(registryId, accountNum, quantity)
        );
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        _registrations().check(movement);
        AccountLedger.toAmount(movement.quantity);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        AccountDeliveries.earmark(_registrations(), _accounts(), movement, senderData);
    }

    /// @inheritdoc IRegistry
    function setReceivingAccount(Movement calldata movement, bytes calldata receiverData) external {
        AccountDeliveries.setReceivingAccount(_registrations(), _accounts(), movement, receiverData);
    }

    /// @inheritdoc IRegistry
    function unearmark(Movement calldata movement) external {
        AccountDeliveries.release(_accounts(), movement);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        AccountDeliveries.settle(_registrations(), _accounts(), movement);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceivingAccountSet)
    {
        Prepared storage record = _accounts().prepared[MovementChecks.key(caller, movement)];
        return (!record.senderAccount.isNone(), !record.receiverAccount.isNone());
    }

    /// @inheritdoc IAccountRegistryManager
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber, AccountNumber)
    {
        Prepared storage record = _accounts().prepared[MovementChecks.key(caller, movement)];
        return (record.senderAccount, record.receiverAccount);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "AccountRegistryManager";
    }

    /// @inheritdoc IDapp
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    /// @inheritdoc IAccountRegistryManager
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory)
    {
        return _accounts().details[registrar][account.owner][account.accountNum];
    }

    /// @inheritdoc IAccountRegistryManager
    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256) {
        return
            _accounts()
            .positions[AccountPostings.space(registryId)][account.owner][account.accountNum].balance;
    }

    /// @inheritdoc IAccountRegistryManager
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256)
    {
        return _accounts()
        .positions[AccountPostings.space(registryId)][account.owner][account.accountNum].earmarked;
    }

    /// @inheritdoc IAccountRegistryManager
    function balanceOf(RegistryId registryId, address owner) external view returns (uint256) {
        return _holdings(registryId, owner).balance;
    }

    /// @inheritdoc IAccountRegistryManager
    function earmarkedBalanceOf(RegistryId registryId, address owner) external view returns (uint256) {
        return _holdings(registryId, owner).earmarked;
    }

    /// @inheritdoc IAccountRegistryManager
    function markedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256)
    {
        return _accounts().marks[AccountPostings.space(registryId)][account.owner][account.accountNum];
    }

    /// @inheritdoc IAccountRegistryManager
    function allowance(RegistryId registryId, address owner, address spender)
        external
        view
        returns (uint256)
    {
        return _accounts().allowances[AccountPostings.space(registryId)][owner][spender];
    }

    /// @inheritdoc IAccountRegistryManager
    function preparedEntries(RegistryId registryId, bytes32 entryRef)
        external
        view
        returns (Account memory to, uint256 quantity)
    {
        PreparedIssue storage entry = _accounts().preparedIssues[AccountPostings.space(registryId)][entryRef];
        return (Account(entry.owner, entry.accountNum), entry.quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function accountsOf(address registrar, address owner) external view returns (AccountNumber[] memory) {
        return _accounts().numbers[registrar][owner];
    }

    /// @inheritdoc IAccountRegistryManager
    function checkEntryExists(RegistryId registryId, RegistryEntry calldata entry)
        public
        view
        returns (bool)
    {
        return AccountTransfers.entryExists(_registrations(), _accounts(), registryId, entry);
    }

    /// @inheritdoc IAccountRegistryManager
    function totalSupplyOf(RegistryId registryId) public view returns (uint256) {
        return _accounts().outstanding(AccountPostings.space(registryId));
    }

    /// @inheritdoc IAccountRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        Supply storage supply = _accounts().supplies[AccountPostings.space(registryId)];
        return (supply.issued, supply.terminated);
    }

    /// @inheritdoc RegistryManager
    function _outstanding(RegistryId registryId) internal view override returns (uint256) {
        return totalSupplyOf(registryId);
    }

    function _ofCaller(RegistryId registryId, AccountNumber accountNum, uint256 quantity)
        private
        view
        returns (AccountAmount memory)
    {
        return AccountAmount(registryId, Account(msg.sender, accountNum), quantity);
    }

    function _holdings(RegistryId registryId, address owner) private view returns (Position memory) {
        address registrar = _registrations().registries[registryId].registrar;
        return _accounts().holdings(AccountPostings.space(registryId), registrar, owner);
    }

    function _accounts() private pure returns (AccountStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
