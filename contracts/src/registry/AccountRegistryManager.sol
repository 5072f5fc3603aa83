// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Account, AccountDetails, AccountQuantity } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountBooks, AccountStore, Prepared, PreparedIssue, Supply } from "./AccountBooks.sol";
import { AccountMovements } from "./AccountMovements.sol";
import { AccountMoves } from "./AccountMoves.sol";
import { AccountPostings } from "./AccountPostings.sol";
import { Movements } from "./Movements.sol";
import { OwnerCalls } from "./OwnerCalls.sol";
import { Position } from "./Positions.sol";
import { RegistrarCalls } from "./RegistrarCalls.sol";
import { RegistrationStore, Registrations } from "./Registrations.sol";
import { RegistryManager } from "./RegistryManager.sol";

contract AccountRegistryManager is RegistryManager, IAccountRegistryManager {
    using AccountBooks for AccountStore;
    using Movements for RegistrationStore;
    using Registrations for RegistrationStore;

    AccountStore private books;

    /// @inheritdoc IAccountRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        registrations.init(platform_, privilegeManager_);
    }

    /// @inheritdoc IAccountRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        RegistrarCalls.configureAccount(registrations, books, account, details);
    }

    /// @inheritdoc IAccountRegistryManager
    function issue(RegistryId registryId, Account calldata to, uint256 quantity) external {
        RegistrarCalls.issue(registrations, books, registryId, to, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function issue(RegistryId registryId, bytes32 entryRef) external {
        RegistrarCalls.issuePrepared(registrations, books, registryId, entryRef);
    }

    /// @inheritdoc IAccountRegistryManager
    function prepareEntry(RegistryId registryId, bytes32 entryRef, Account calldata to, uint256 quantity)
        external
    {
        RegistrarCalls.prepareEntry(registrations, books, registryId, entryRef, to, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function terminatePreparedEntry(RegistryId registryId, bytes32 entryRef) external {
        RegistrarCalls.terminatePreparedEntry(registrations, books, registryId, entryRef);
    }

    /// @inheritdoc IAccountRegistryManager
    function importAssets(RegistryId registryId, Account calldata to, uint256 quantity) external {
        RegistrarCalls.importAssets(registrations, books, registryId, to, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        RegistrarCalls.forcedTransfer(registrations, books, registryId, from, to, quantity, reasonFp);
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedReorg(
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external {
        RegistrarCalls.forcedReorg(registrations, books, registryId, owner, from, to, reasonFp);
    }

    /// @inheritdoc IAccountRegistryManager
    function markAssetsForExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        OwnerCalls.markAssetsForExport(registrations, books, registryId, accountNum, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function cancelExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        OwnerCalls.cancelExport(registrations, books, registryId, accountNum, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function terminate(RegistryId registryId, Account calldata account, uint256 quantity) external {
        RegistrarCalls.terminate(registrations, books, registryId, account, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function terminateEntry(RegistryId registryId, RegistryEntry calldata entry, uint256 quantity) external {
        if (!entry.isRedeemable || !checkEntryExists(registryId, entry)) {
            revert EntryNotRedeemable(registryId, entry);
        }
        RegistrarCalls.terminate(registrations, books, registryId, entry.account, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function transfer(RegistryId registryId, AccountNumber from, Account calldata to, uint256 quantity)
        external
        returns (bool)
    {
        OwnerCalls.transfer(registrations, books, registryId, from, to, quantity);
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transfer(RegistryId registryId, address to, uint256 quantity) external returns (bool) {
        OwnerCalls.transferToOwner(registrations, books, registryId, to, quantity);
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transferFrom(RegistryId registryId, Account calldata from, Account calldata to, uint256 quantity)
        external
        returns (bool)
    {
        OwnerCalls.transferFrom(registrations, books, registryId, from, to, quantity);
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function transferFrom(RegistryId registryId, address from, address to, uint256 quantity)
        external
        returns (bool)
    {
        OwnerCalls.transferFromOwner(registrations, books, registryId, from, to, quantity);
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function approve(RegistryId registryId, address spender, uint256 quantity) external returns (bool) {
        OwnerCalls.approve(registrations, books, registryId, spender, quantity);
        return true;
    }

    /// @inheritdoc IAccountRegistryManager
    function reorg(RegistryId registryId, AccountQuantity[] calldata from, AccountQuantity[] calldata to)
        external
    {
        OwnerCalls.reorg(registrations, books, registryId, from, to);
    }

    /// @inheritdoc IAccountRegistryManager
    function markAsRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        OwnerCalls.markAsRedeemable(registrations, books, registryId, accountNum, quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function cancelRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external {
        OwnerCalls.cancelRedeemable(registrations, books, registryId, accountNum, quantity);
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        registrations.check(movement);
        AccountBooks.toAmount(movement.quantity);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        AccountMovements.earmark(registrations, books, movement, senderData);
    }

    /// @inheritdoc IRegistry
    function nameReceipt(Movement calldata movement, bytes calldata receiverData) external {
        AccountMovements.nameReceipt(registrations, books, movement, receiverData);
    }

    /// @inheritdoc IRegistry
    function unearmark(Movement calldata movement) external {
        AccountMovements.release(books, movement);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        AccountMovements.settle(registrations, books, movement);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceiptNamed)
    {
        Prepared storage record = books.prepared[Movements.key(caller, movement)];
        return (!record.senderAccount.isNone(), !record.receiverAccount.isNone());
    }

    /// @inheritdoc IAccountRegistryManager
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber, AccountNumber)
    {
        Prepared storage record = books.prepared[Movements.key(caller, movement)];
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
        return books.details[registrar][account.owner][account.accountNum];
    }

    /// @inheritdoc IAccountRegistryManager
    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256) {
        return books.positions[AccountPostings.space(registryId)][account.owner][account.accountNum].balance;
    }

    /// @inheritdoc IAccountRegistryManager
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256)
    {
        return books.positions[AccountPostings.space(registryId)][account.owner][account.accountNum].earmarked;
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
        return books.marks[AccountPostings.space(registryId)][account.owner][account.accountNum];
    }

    /// @inheritdoc IAccountRegistryManager
    function allowance(RegistryId registryId, address owner, address spender)
        external
        view
        returns (uint256)
    {
        return books.allowances[AccountPostings.space(registryId)][owner][spender];
    }

    /// @inheritdoc IAccountRegistryManager
    function preparedEntries(RegistryId registryId, bytes32 entryRef)
        external
        view
        returns (Account memory to, uint256 quantity)
    {
        PreparedIssue storage entry = books.preparedIssues[AccountPostings.space(registryId)][entryRef];
        return (Account(entry.owner, entry.accountNum), entry.quantity);
    }

    /// @inheritdoc IAccountRegistryManager
    function accountsOf(address registrar, address owner) external view returns (AccountNumber[] memory) {
        return books.numbers[registrar][owner];
    }

    /// @inheritdoc IAccountRegistryManager
    function checkEntryExists(RegistryId registryId, RegistryEntry calldata entry)
        public
        view
        returns (bool)
    {
        return AccountMoves.entryExists(registrations, books, registryId, entry);
    }

    /// @inheritdoc IAccountRegistryManager
    function totalSupplyOf(RegistryId registryId) public view returns (uint256) {
        return books.outstanding(AccountPostings.space(registryId));
    }

    /// @inheritdoc IAccountRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        Supply storage supply = books.supplies[AccountPostings.space(registryId)];
        return (supply.issued, supply.terminated);
    }

    /// @inheritdoc RegistryManager
    function _outstanding(RegistryId registryId) internal view override returns (uint256) {
        return totalSupplyOf(registryId);
    }

    function _holdings(RegistryId registryId, address owner) private view returns (Position memory) {
        address registrar = registrations.books[registryId].registrar;
        return books.holdings(AccountPostings.space(registryId), registrar, owner);
    }
}
