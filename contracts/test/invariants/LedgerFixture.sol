// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { ChainRegistryManager } from "../../src/registry/custodyChains/ChainRegistryManager.sol";
import { EntryRegistryManager } from "../../src/registry/entries/EntryRegistryManager.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { MixedFixture } from "../support/MixedFixture.sol";
import { PlatformManagerV2 } from "../support/PlatformManagerV2.sol";
import { AccountRegistryManagerV2 } from "../upgrade/AccountRegistryManagerV2.sol";
import { ChainRegistryManagerV2 } from "../upgrade/ChainRegistryManagerV2.sol";
import { DeliveryManagerV2 } from "../upgrade/DeliveryManagerV2.sol";
import { EntryRegistryManagerV2 } from "../upgrade/EntryRegistryManagerV2.sol";
import { InstrumentManagerV2 } from "../upgrade/InstrumentManagerV2.sol";

/// @title The whole ledger at once: bonds and a private club's units by account, notes by entry, shares over a custody
/// chain, tokens, deeds, gold and cash, and a second version of every manager.
/// @notice Alpen, Baltic and Rhone hold 1,000 of every instrument that has a quantity, 10,000 euros, two notes and one
/// deed each; Alpen and Baltic may transfer without a registrar. Meridian keeps bonds, notes and shares, Nordhafen the
/// club's units.
abstract contract LedgerFixture is MixedFixture {
    uint256 internal constant BOND = 0;
    uint256 internal constant CLUB = 1;
    uint256 internal constant NOTE = 2;
    uint256 internal constant SHARES = 3;
    uint256 internal constant REGISTRIES = 4;
    InstrumentId internal constant CLUB_UNITS = InstrumentId.wrap("club");
    CustodyChainId internal constant CHAIN = CustodyChainId.wrap("chain");
    bytes32 internal constant REASON = "reason";

    IEntryRegistryManager internal entries;
    IChainRegistryManager internal chains;
    RegistryId[4] internal registryIds;
    address[4] internal registrars;
    address[4] internal managers;
    address[3] internal investors;
    /// @dev Every manager behind a proxy, with its second version.
    address[6] internal upgradables;
    address[6] internal secondVersions;

    function setUp() public virtual override {
        super.setUp();
        investors = [alpen, baltic, rhone];
        entries = IEntryRegistryManager(_manager(address(new EntryRegistryManager()), "EntryRegistryManager"));
        chains = IChainRegistryManager(_manager(address(new ChainRegistryManager()), "ChainRegistryManager"));
        managers = [address(registries), address(registries), address(entries), address(chains)];
        registrars = [meridian, nordhafen, meridian, meridian];
        registryIds[BOND] = bond;
        registryIds[CLUB] = _club();
        registryIds[NOTE] = _registry(address(entries), "note");
        registryIds[SHARES] = _registry(address(chains), "shares");
        _chain();
        _fill();
        _allowUpgrades();
    }

    /// @dev Every manager is made in the same way, whatever its kind.
    function _manager(address code, string memory name) private returns (address manager) {
        bytes memory initCall = abi.encodeCall(
            IEntryRegistryManager.init, (address(platform), address(makePrivilegeManager()))
        );
        manager = address(new ManagerProxy(code, initCall));
        registerDapp(manager, DappType.REGISTRY, name);
        grantOn(address(instruments), manager, Privileges.INSTRUMENT_DAPP);
        grantOn(manager, address(instruments), Privileges.REGISTRY_INSTRUMENT_DAPP);
        acceptProtocol(manager, address(deliveries));
        grantOn(manager, issuer, Privileges.REGISTRY_ISSUER);
        grantOn(manager, meridian, Privileges.REGISTRY_REGISTRAR);
        for (uint256 i; i < 3; ++i) {
            grantOn(manager, investors[i], Privileges.REGISTRY_INVESTOR);
        }
    }

    function _club() private returns (RegistryId) {
        address[] memory members = new address[](3);
        for (uint256 i; i < 3; ++i) {
            members[i] = investors[i];
        }
        vm.prank(issuer);
        instruments.createPrivateInstrument(CLUB_UNITS, terms("club", InstrumentType.PRIVATE), members);
        return register(nordhafen, CLUB_UNITS);
    }

    function _registry(address manager, bytes32 name) private returns (RegistryId registryId) {
        InstrumentId instrumentId = InstrumentId.wrap(name);
        vm.prank(issuer);
        instruments.createInstrumentV2(instrumentId, terms(name, InstrumentType.BOND), 2);
        vm.prank(meridian);
        registryId =
            IRegistration(manager).requestInstrumentRegistration(address(instruments), instrumentId, 1);
        vm.prank(issuer);
        IRegistration(manager).confirmInstrumentRegistrationAndPrepareRegistry(registryId);
    }

    /// @dev The transfer agent of the shares' chain is the agent that keeps the gold, too.
    function _chain() private {
        address[] memory custodians = new address[](1);
        custodians[0] = onboard("Central Clearing");
        grantOn(address(chains), custodians[0], Privileges.REGISTRY_CUSTODIAN);
        grantOn(address(chains), agent, Privileges.REGISTRY_ONRAMPER);
        vm.startPrank(meridian);
        chains.createChain(registryIds[SHARES], CHAIN, custodians, agent);
        for (uint256 i; i < 6; ++i) {
            AccountDetails memory details = AccountDetails(true, false, false);
            chains.configureAccount(account(investors[i % 3], uint64(1 + i / 3)), details);
        }
        vm.stopPrank();
    }

    function _fill() private {
        vm.prank(meridian);
        registries.issue(bond, account(rhone, 1), 1_000);
        token.mint(rhone, 1_000);
        items.mint(rhone, 3);
        for (uint256 i; i < 3; ++i) {
            vm.prank(nordhafen);
            registries.issue(registryIds[CLUB], account(investors[i], 1), 1_000);
            vm.prank(meridian);
            entries.issue(registryIds[NOTE], _firstNotes(i), investors[i]);
            vm.prank(agent);
            chains.onramp(registryIds[SHARES], CHAIN, account(investors[i], 1), 1_000, REASON);
            token.mint(investors[i], 9_000);
            vm.startPrank(investors[i]);
            token.approve(address(erc20Legs), type(uint256).max);
            token.approve(address(htlcLegs), type(uint256).max);
            items.setApprovalForAll(address(erc721Legs), true);
            vm.stopPrank();
        }
        for (uint256 r; r < REGISTRIES; ++r) {
            vm.startPrank(registrars[r]);
            IRegistration(managers[r]).setSenderWhitelisted(registryIds[r], alpen, true);
            IRegistration(managers[r]).setSenderWhitelisted(registryIds[r], baltic, true);
            vm.stopPrank();
        }
    }

    function _allowUpgrades() private {
        upgradables = [
            address(deliveries),
            address(instruments),
            address(platform),
            address(registries),
            address(entries),
            address(chains)
        ];
        secondVersions = [
            address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager())),
            address(new InstrumentManagerV2()),
            address(new PlatformManagerV2()),
            address(new AccountRegistryManagerV2()),
            address(new EntryRegistryManagerV2()),
            address(new ChainRegistryManagerV2())
        ];
        grantOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
        grantOn(address(instruments), operator, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        for (uint256 i = 3; i < 6; ++i) {
            grantOn(upgradables[i], operator, Privileges.REGISTRY_PLATFORM_UPGRADE);
        }
    }

    /// @dev Two for each investor.
    function _firstNotes(uint256 investor) internal pure returns (bytes32[] memory prints) {
        prints = new bytes32[](2);
        prints[0] = fingerprint(2 * investor);
        prints[1] = fingerprint(2 * investor + 1);
    }

    function fingerprint(uint256 number) internal pure returns (bytes32) {
        return keccak256(abi.encode("note", number));
    }
}
