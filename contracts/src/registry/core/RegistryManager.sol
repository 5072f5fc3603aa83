// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Eip712 } from "../../access/Eip712.sol";
import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAspects } from "../../interfaces/IAspects.sol";
import { IDapp } from "../../interfaces/IDapp.sol";
import { IEarmarkProtocols } from "./IEarmarkProtocols.sol";
import { IRegistration } from "../../interfaces/IRegistration.sol";
import { Upgradable } from "../../proxy/Upgradable.sol";
import { Aspect } from "../../types/Dapp.sol";
import { InstrumentId } from "../../types/Instrument.sol";
import { RegistrationType, RegistryId } from "../../types/Registry.sol";
import { Signature } from "../../types/TenantAccess.sol";
import { EarmarkProtocols } from "./EarmarkProtocols.sol";
import { Agreement, RegistrationLogic, UnregisterHash } from "./RegistrationLogic.sol";
import { RegistrationStore, Registrations } from "./RegistrationStore.sol";

/// @title The calls that all registry managers share: registration, states, earmark protocols, aspects and upgrades.
abstract contract RegistryManager is
    IDapp,
    IRegistration,
    IEarmarkProtocols,
    IAspects,
    Upgradable,
    Initializable
{
    using EarmarkProtocols for RegistrationStore;
    using RegistrationLogic for RegistrationStore;
    using Registrations for RegistrationStore;

    /// @inheritdoc IEarmarkProtocols
    uint256 public constant EARMARK_PROTOCOL_DELAY = EarmarkProtocols.DELAY;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.Registrations")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant REGISTRATIONS =
        0xfb65df8a740dcfe5915a56f0bcdd601031db2f22763d66e8c9602b0d7cf44100;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IRegistration
    function requestInstrumentRegistration(
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId) {
        return _registrations().requestRegistration(instrumentManager, instrumentId, instrumentRevision);
    }

    /// @inheritdoc IRegistration
    function cancelInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        _registrations().cancelRequest(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function rejectInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        _registrations().rejectRequest(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function confirmInstrumentRegistrationAndPrepareRegistry(RegistryId registryId) external {
        _registrations().confirmRequest(registryId);
    }

    /// @inheritdoc IRegistration
    function suspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        _registrations().suspend(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unsuspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        _registrations().unsuspend(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function finishImport(RegistryId registryId) external {
        _registrations().finishImport(registryId);
    }

    /// @inheritdoc IRegistration
    function startExporting(RegistryId registryId, bytes32 reasonFp) external {
        _registrations().startExporting(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unregisterAsIssuer(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        _registrations()
            .unregisterAsIssuer(registryId, _outstanding(registryId), Agreement(nonce, signature, reasonFp));
    }

    /// @inheritdoc IRegistration
    function unregisterAsRegistrar(
        RegistryId registryId,
        uint256 nonce,
        Signature calldata signature,
        bytes32 reasonFp
    ) external {
        _registrations()
            .unregisterAsRegistrar(
                registryId, _outstanding(registryId), Agreement(nonce, signature, reasonFp)
            );
    }

    /// @inheritdoc IRegistration
    function setConfirmer(address confirmer) external {
        _registrations().setConfirmer(confirmer);
    }

    /// @inheritdoc IRegistration
    function withdrawAgreement(uint256 nonce) external {
        _registrations().withdrawAgreement(nonce);
    }

    /// @inheritdoc IRegistration
    function setRegistrationProtocol(RegistrationType registrationType) external {
        _registrations().setRegistrationProtocol(registrationType);
    }

    /// @inheritdoc IEarmarkProtocols
    function announceEarmarkProtocol(address protocol) external {
        _registrations().announce(protocol);
    }

    /// @inheritdoc IEarmarkProtocols
    function withdrawEarmarkProtocol(address protocol) external {
        _registrations().withdraw(protocol);
    }

    /// @inheritdoc IRegistration
    function setSenderWhitelisted(RegistryId registryId, address sender, bool whitelisted) external {
        _registrations().setSenderWhitelisted(registryId, sender, whitelisted);
    }

    /// @inheritdoc IAspects
    function setAspect(bytes32 registryId, bytes32 aspectId, bytes32 aspectRecordId) external {
        _registrations().setAspect(registryId, aspectId, aspectRecordId);
    }

    /// @inheritdoc IAspects
    function unsetAspect(bytes32 registryId, bytes32 aspectId) external {
        _registrations().unsetAspect(registryId, aspectId);
    }

    /// @inheritdoc IDapp
    function platform() external view returns (address) {
        return _registrations().platform;
    }

    /// @inheritdoc IDapp
    function privilegeManager() external view returns (address) {
        return _registrations().privilegeManager;
    }

    /// @inheritdoc IRegistration
    function registries(RegistryId registryId) external view returns (Registry memory) {
        return _registrations().toView(registryId);
    }

    /// @inheritdoc IRegistration
    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory) {
        return _registrations().requests[registryId];
    }

    /// @inheritdoc IRegistration
    function registrationProtocol() external view returns (RegistrationType) {
        return _registrations().registrationType;
    }

    /// @inheritdoc IEarmarkProtocols
    function earmarkProtocols() external view returns (EarmarkProtocol[] memory) {
        return _registrations().list();
    }

    /// @inheritdoc IRegistration
    function confirmers(address tenant) external view returns (address) {
        return _registrations().confirmers[tenant];
    }

    /// @inheritdoc IRegistration
    function registryNonce(address tenant) external view returns (uint256) {
        return _registrations().nonces[tenant];
    }

    /// @inheritdoc IRegistration
    function isSenderWhitelisted(RegistryId registryId, address sender) external view returns (bool) {
        return _registrations().whitelistedSenders[registryId][sender];
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
        return _registrations().aspects.aspects[registryId][aspectId];
    }

    /// @inheritdoc Upgradable
    function _requireUpgrader() internal view override {
        PrivilegeCheck.require_(
            _registrations().privilegeManager, msg.sender, Privileges.REGISTRY_PLATFORM_UPGRADE
        );
    }

    /// @dev The registry's remaining quantity or entries, as its manager counts them.
    function _outstanding(RegistryId registryId) internal view virtual returns (uint256);

    function _registrations() internal pure returns (RegistrationStore storage store) {
        bytes32 slot = REGISTRATIONS;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }
}
