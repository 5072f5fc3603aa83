// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryStore } from "../../src/delivery/DeliveryStorage.sol";
import { Escrow } from "../../src/delivery/legs/Escrow.sol";
import { LockStore } from "../../src/delivery/legs/Locks.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { UpgradeStore } from "../../src/proxy/Upgrades.sol";
import { AccountStore } from "../../src/registry/accounts/AccountLedger.sol";
import { RegistrationStore } from "../../src/registry/core/RegistrationStore.sol";
import { CustodyChainStore } from "../../src/registry/custodyChains/CustodyChains.sol";
import { EntryStore } from "../../src/registry/entries/Entries.sol";

// What each manager has in its namespaces, as state that the compiler lays out: it lays out no struct that only a pointer
// names. script/generate.ts takes the layouts in snapshots/storage from here. Never deployed.

contract PlatformManagerNamespaces {
    PlatformManager.PlatformStore internal platform;
    UpgradeStore internal upgrades;
}

contract InstrumentManagerNamespaces {
    InstrumentManager.InstrumentStore internal instruments;
    UpgradeStore internal upgrades;
}

contract AccountRegistryManagerNamespaces {
    RegistrationStore internal registrations;
    AccountStore internal accounts;
    UpgradeStore internal upgrades;
}

contract EntryRegistryManagerNamespaces {
    RegistrationStore internal registrations;
    EntryStore internal entries;
    UpgradeStore internal upgrades;
}

contract ChainRegistryManagerNamespaces {
    RegistrationStore internal registrations;
    CustodyChainStore internal chains;
    UpgradeStore internal upgrades;
}

contract DeliveryManagerNamespaces {
    DeliveryStore internal deliveries;
    UpgradeStore internal upgrades;
}

contract Erc20LegManagerNamespaces {
    Escrow internal escrow;
    UpgradeStore internal upgrades;
}

contract Erc721LegManagerNamespaces {
    Escrow internal escrow;
    UpgradeStore internal upgrades;
}

contract HtlcLegManagerNamespaces {
    Escrow internal escrow;
    LockStore internal locks;
    UpgradeStore internal upgrades;
}
