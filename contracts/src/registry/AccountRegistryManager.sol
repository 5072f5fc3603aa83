// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Eip712 } from "../access/Eip712.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IAspects } from "../interfaces/IAspects.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { IUpgradable } from "../interfaces/IUpgradable.sol";
import { Upgrades } from "../proxy/Upgrades.sol";
import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { Aspect } from "../types/Aspect.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistrationType } from "../types/RegistryEnums.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { Signature } from "../types/Signature.sol";
import { AccountBooks, AccountStore, Prepared, Supply } from "./AccountBooks.sol";
import { AccountData } from "./AccountData.sol";
import { Handshakes } from "./Handshakes.sol";
import { Movements } from "./Movements.sol";
import { Position } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";
import { UnregisterHash } from "./UnregisterHash.sol";

contract AccountRegistryManager is IAccountRegistryManager, Initializable {
    using AccountBooks for AccountStore;
    using Handshakes for RegistrationStore;
    using Movements for RegistrationStore;
    using Registrations for RegistrationStore;

    RegistrationStore private registrations;
    AccountStore private books;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IAccountRegistryManager
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
        _requireHeld(msg.sender, Privileges.REGISTRY_PLATFORM_UPGRADE);
        Upgrades.to(newImplementation, migration);
    }

    /// @inheritdoc IUpgradable
    function rollback() external {
        _requireHeld(msg.sender, Privileges.REGISTRY_PLATFORM_UPGRADE);
        Upgrades.back();
    }

    /// @inheritdoc IAccountRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        _requireHeld(msg.sender, Privileges.REGISTRY_REGISTRAR);
        AccountBooks.requireConfigurable(msg.sender, account);
        if (details.valid) _requireHeld(account.owner, Privileges.REGISTRY_INVESTOR);
        if (details.valid && details.omnibus) _requireHeld(account.owner, Privileges.REGISTRY_CUSTODIAN);
        books.configure(msg.sender, account, details);
        emit AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Book storage book = registrations.registered(registryId);
        registrations.requireRegistrar(registryId, book, msg.sender);
        if (reasonFp == 0) revert ReasonMissing();
        if (
            from.owner == to.owner
                && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum)
        ) revert MovementSelf(from.owner);
        registrations.requireHolder(book, to.owner);
        books.requireOpen(book.registrar, to.owner, to.accountNum);
        uint128 amount = AccountBooks.toAmount(quantity);
        Position memory held = books.sendFree(_space(registryId), from.owner, from.accountNum, amount);
        emit AssetsForcedTransferred(
            registryId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        _tell(registryId, from.owner, from.accountNum, held);
        _receive(registryId, book.registrar, reasonFp, to.owner, to.accountNum, amount);
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        registrations.check(movement);
        AccountBooks.toAmount(movement.quantity);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        Book storage book = registrations.checkPrepare(movement);
        RegistryId registryId = movement.registryId;
        address owner = movement.sender;
        if (owner == book.registrar) revert MovementWithoutInvestor(registryId);
        AccountNumber accountNum = AccountData.decode(senderData);
        books.requireOpen(book.registrar, owner, accountNum);
        books.prepareSender(Movements.key(msg.sender, movement), movement.movementRef, accountNum);
        uint128 amount = AccountBooks.toAmount(movement.quantity);
        Position memory held = books.earmark(_space(registryId), owner, accountNum, amount);
        emit AssetsEarmarked(registryId, movement.movementRef, owner, accountNum, msg.sender, amount);
        _tell(registryId, owner, accountNum, held);
    }

    /// @inheritdoc IRegistry
    function nameReceipt(Movement calldata movement, bytes calldata receiverData) external {
        Book storage book = registrations.checkPrepare(movement);
        address receiver = movement.receiver;
        if (receiver == book.registrar) revert MovementWithoutInvestor(movement.registryId);
        AccountBooks.toAmount(movement.quantity);
        AccountNumber accountNum = AccountData.decode(receiverData);
        books.requireOpen(book.registrar, receiver, accountNum);
        books.prepared[Movements.key(msg.sender, movement)].receiverAccount = accountNum;
    }

    /// @inheritdoc IRegistry
    /// @dev Asks for no privilege: only who has earmarked finds the movement, and must be able to give it back even
    /// after losing the right to move it.
    function unearmark(Movement calldata movement) external {
        bytes32 movementRef = movement.movementRef;
        Prepared memory record = books.take(Movements.key(msg.sender, movement), movementRef);
        AccountNumber from = record.senderAccount;
        if (from.isNone()) return;
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        Position memory held = books.unearmark(_space(registryId), movement.sender, from, amount);
        emit AssetsUnearmarked(registryId, movementRef, movement.sender, from, msg.sender, amount);
        _tell(registryId, movement.sender, from, held);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        address registrar = registrations.checkSettle(movement).registrar;
        Prepared memory record = books.take(Movements.key(msg.sender, movement), movement.movementRef);
        if (movement.sender == registrar) {
            _issuePrepared(registrar, movement, record.receiverAccount);
        } else if (movement.receiver == registrar) {
            _terminatePrepared(movement, record.senderAccount);
        } else {
            _transferPrepared(registrar, movement, record);
        }
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
        return _position(registryId, account).balance;
    }

    /// @inheritdoc IAccountRegistryManager
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256)
    {
        return _position(registryId, account).earmarked;
    }

    /// @inheritdoc IAccountRegistryManager
    function totalSupplyOf(RegistryId registryId) public view returns (uint256) {
        return books.outstanding(_space(registryId));
    }

    /// @inheritdoc IAccountRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        Supply storage supply = books.supplies[_space(registryId)];
        return (supply.issued, supply.terminated);
    }

    function _issuePrepared(address registrar, Movement calldata movement, AccountNumber to) private {
        _requireReceipt(registrar, movement, to);
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        Supply memory supply = books.issue(_space(registryId), amount);
        emit AssetsIssued(registryId, movement.movementRef, movement.receiver, to, amount);
        emit SupplyChanged(registryId, supply.issued, supply.terminated);
        _receive(registryId, registrar, movement.movementRef, movement.receiver, to, amount);
    }

    function _terminatePrepared(Movement calldata movement, AccountNumber from) private {
        if (from.isNone()) revert EarmarkNotTaken(movement.movementRef);
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        Position memory held = books.sendEarmarked(_space(registryId), movement.sender, from, amount);
        _writeOff(registryId, movement.movementRef, movement.sender, from, amount);
        _tell(registryId, movement.sender, from, held);
    }

    function _transferPrepared(address registrar, Movement calldata movement, Prepared memory record)
        private
    {
        AccountNumber from = record.senderAccount;
        AccountNumber to = record.receiverAccount;
        if (from.isNone()) revert EarmarkNotTaken(movement.movementRef);
        _requireReceipt(registrar, movement, to);
        RegistryId registryId = movement.registryId;
        uint128 amount = uint128(movement.quantity);
        Position memory held = books.sendEarmarked(_space(registryId), movement.sender, from, amount);
        emit AssetsTransferred(
            registryId, movement.movementRef, movement.sender, from, movement.receiver, to, amount
        );
        _tell(registryId, movement.sender, from, held);
        _receive(registryId, registrar, movement.movementRef, movement.receiver, to, amount);
    }

    /// @dev Credits an account; where the account terminates what it receives, it terminates that at once.
    function _receive(
        RegistryId registryId,
        address registrar,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private {
        if (books.details[registrar][owner][accountNum].terminateOnReceive) {
            _writeOff(registryId, movementRef, owner, accountNum, amount);
        } else {
            _tell(
                registryId,
                owner,
                accountNum,
                books.receiveFree(_space(registryId), owner, accountNum, amount)
            );
        }
    }

    function _writeOff(
        RegistryId registryId,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private {
        Supply memory supply = books.terminate(_space(registryId), amount);
        emit AssetsTerminated(registryId, movementRef, owner, accountNum, amount);
        emit SupplyChanged(registryId, supply.issued, supply.terminated);
    }

    function _requireReceipt(address registrar, Movement calldata movement, AccountNumber to) private view {
        if (to.isNone()) revert ReceiptNotNamed(movement.movementRef);
        books.requireOpen(registrar, movement.receiver, to);
    }

    function _requireHeld(address holder, bytes32 privilege) private view {
        Held.demand(registrations.privilegeManager, holder, privilege);
    }

    function _tell(RegistryId registryId, address owner, AccountNumber accountNum, Position memory held)
        private
    {
        emit AccountChanged(registryId, owner, accountNum, held.balance, held.earmarked);
    }

    function _position(RegistryId registryId, Account calldata account)
        private
        view
        returns (Position storage)
    {
        return books.positions[_space(registryId)][account.owner][account.accountNum];
    }

    /// @dev A registry of this manager is one space of the books.
    function _space(RegistryId registryId) private pure returns (bytes32) {
        return RegistryId.unwrap(registryId);
    }
}
